//! Reads a board file and checks it. What comes out can be played on: every hex exists, roads and rivers have no gaps,
//! crossings lie on the water they name.

use std::collections::HashMap;
use std::ops::Range;

use toml::Spanned;

use crate::file::{self, BoardFile, Hexes, Named};
use crate::{
    BadBoard, Board, Channel, Crossing, DirectedSide, Direction, Entry, Facts, Fault, Grid, HexId, HexSet, Hexside, Join, Location, Lower,
    Numbering, Place, Road, RoadClass, Slope, Terrain, TerrainSet, Watercourse, Zone,
};

impl Board {
    /// Reads a board from the text of its file; `file` is the name that errors give it.
    pub fn parse(text: &str, file: &str) -> Result<Board, BadBoard> {
        parse(text).map_err(|Wrong { at, fault }| BadBoard { file: file.into(), line: line(text, at), fault })
    }
}

/// Reads a board from the text of its file.
pub(crate) fn parse(text: &str) -> Checked<Board> {
    let read: BoardFile = toml::from_str(text)
        .map_err(|error| Wrong { at: error.span().map_or(0, |span| span.start), fault: Fault::Form(error.message().trim().to_owned()) })?;
    Loader::new(text, &read.board).and_then(|loader| loader.load(read))
}

/// The line of a place in the text, from 1.
pub(crate) fn line(text: &str, at: usize) -> usize {
    1 + text.bytes().take(at).filter(|b| *b == b'\n').count()
}

/// A fault and its place in the text.
pub(crate) struct Wrong {
    pub(crate) at: usize,
    pub(crate) fault: Fault,
}

pub(crate) type Checked<T> = Result<T, Wrong>;

fn wrong<T>(span: Range<usize>, fault: Fault) -> Checked<T> {
    Err(Wrong { at: span.start, fault })
}

/// The entries of a table with free keys, in the order of the file.
fn in_order<T>(table: Named<T>) -> Vec<(Spanned<String>, T)> {
    let mut entries: Vec<_> = table.into_iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

/// Names that must differ, with the line where each was first used.
struct Taken<'a> {
    text: &'a str,
    of: &'static str,
    first: HashMap<String, usize>,
}

impl<'a> Taken<'a> {
    fn new(text: &'a str, of: &'static str) -> Taken<'a> {
        Taken { text, of, first: HashMap::new() }
    }

    fn take(&mut self, name: &Spanned<String>) -> Checked<String> {
        let text = name.get_ref().clone();
        match self.first.insert(text.clone(), name.span().start) {
            Some(first) => wrong(name.span(), Fault::Taken { of: self.of, name: text, first: line(self.text, first) }),
            None => Ok(text),
        }
    }

    fn take_id(&mut self, id: &Spanned<String>) -> Checked<String> {
        let text = id.get_ref();
        if text.is_empty() || !text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-') {
            return wrong(id.span(), Fault::Id(text.clone()));
        }
        self.take(id)
    }
}

/// Kinds in the order in which the file first uses them; a mask has one bit for each.
struct Kinds {
    of: &'static str,
    max: usize,
    names: Vec<String>,
}

impl Kinds {
    fn index(&mut self, kind: &str, span: Range<usize>) -> Checked<u8> {
        let index = self.names.iter().position(|name| name == kind).unwrap_or(self.names.len());
        if index == self.max {
            return wrong(span, Fault::TooMany { of: self.of, kind: kind.into(), max: self.max });
        }
        if index == self.names.len() {
            self.names.push(kind.into());
        }
        Ok(index as u8)
    }
}

/// The terrain of every hex, while the board is being read.
struct Ground {
    kinds: Kinds,
    hexes: Vec<TerrainSet>,
}

impl Ground {
    fn kind(&mut self, kind: &str, span: Range<usize>) -> Checked<Terrain> {
        self.kinds.index(kind, span).map(Terrain)
    }

    fn add(&mut self, hex: HexId, terrain: Terrain) {
        self.hexes[hex.index()].0 |= 1 << terrain.0;
    }
}

/// Checks one board file, part by part, against its grid.
struct Loader<'a> {
    text: &'a str,
    grid: Grid,
}

impl<'a> Loader<'a> {
    fn new(text: &'a str, sheet: &Spanned<file::Sheet>) -> Checked<Loader<'a>> {
        let span = sheet.span();
        let sheet = sheet.get_ref();
        let (columns, rows) = (sheet.columns, sheet.rows);
        let hexes = usize::from(columns) * usize::from(rows);
        if hexes == 0 || hexes > HexSet::CAPACITY {
            return wrong(span, Fault::Size { columns, rows, max: HexSet::CAPACITY });
        }
        let numbering = match sheet.numbering {
            file::Numbering::ColumnRow => Numbering::ColumnRow,
            file::Numbering::Letters => Numbering::Letters,
            file::Numbering::Diagonal => Numbering::Diagonal,
        };
        if numbering == Numbering::ColumnRow && columns.max(rows) > 99 {
            return wrong(span, Fault::Digits { columns, rows });
        }
        let lower = match sheet.lower {
            file::Lower::First => Lower::Even,
            file::Lower::Second => Lower::Odd,
        };
        let whole = Loader { text, grid: Grid::new(columns, rows, lower, numbering, |_, _| false) };
        let missing: HexSet = whole.set("missing", &sheet.missing)?.into_iter().collect();
        if missing.len() == hexes {
            return wrong(span, Fault::Size { columns, rows, max: HexSet::CAPACITY });
        }
        let grid = Grid::new(columns, rows, lower, numbering, |column, row| whole.grid.at(column, row).is_some_and(|hex| missing.has(hex)));
        Ok(Loader { text, grid })
    }

    fn load(self, read: BoardFile) -> Checked<Board> {
        let kinds = Kinds { of: "kinds of terrain", max: 16, names: Vec::new() };
        let mut ground = Ground { kinds, hexes: vec![TerrainSet::default(); self.grid.len()] };
        for (kind, hexes) in in_order(read.terrain) {
            let terrain = ground.kind(kind.get_ref(), kind.span())?;
            for hex in self.set(kind.get_ref(), &hexes)? {
                ground.add(hex, terrain);
            }
        }
        let waters = self.waters(read.water)?;
        let crossings = self.crossings(read.crossing, &waters)?;
        self.flood(&waters, &crossings, &mut ground)?;
        let waters: Vec<_> = waters.into_iter().map(|(_, water)| water).collect();
        let crossings = crossings.into_iter().map(|(_, crossing)| crossing).collect();
        let slopes = self.slopes(read.slope, &mut ground)?;
        let mut classes = Kinds { of: "classes of road", max: 8, names: Vec::new() };
        let roads = self.roads(read.road, &mut classes)?;
        let directed = self.works(read.work)?;
        let places = self.places(read.place)?;
        let zones = self.zones(read.zone)?;
        let entries = self.entries(read.entry)?;
        let joins = self.joins(read.join)?;
        let sheet = read.board.into_inner();
        Ok(Board {
            id: sheet.id,
            title: sheet.title,
            dates: sheet.dates,
            scale: sheet.scale,
            note: sheet.note,
            up: sheet.up,
            terrains: ground.kinds.names,
            ground: ground.hexes,
            waters,
            road_classes: classes.names,
            road_sides: self.road_sides(&roads),
            roads,
            crossings,
            slopes,
            directed,
            places,
            zones,
            entries,
            joins,
            grid: self.grid,
        })
    }

    fn taken(&self, of: &'static str) -> Taken<'a> {
        Taken::new(self.text, of)
    }

    /// One hex.
    fn hex(&self, name: &Spanned<String>) -> Checked<HexId> {
        self.hex_in(name, name.get_ref())
    }

    /// One hex, whose name is a part of that text.
    fn hex_in(&self, text: &Spanned<String>, name: &str) -> Checked<HexId> {
        self.grid.parse(name).or_else(|bad| wrong(text.span(), bad.into()))
    }

    /// A list in which order does not matter; `0101..0109` stands for all hexes of a column from the first to the last.
    fn set(&self, of: &str, names: &Hexes) -> Checked<Vec<HexId>> {
        Ok(self.each(of, names)?.into_iter().map(|(hex, _)| hex).collect())
    }

    /// The same, with the place in the file where each hex stands.
    fn each(&self, of: &str, names: &Hexes) -> Checked<Vec<(HexId, Range<usize>)>> {
        let mut hexes = Vec::with_capacity(names.len());
        let mut seen = HexSet::new();
        for name in names {
            for hex in self.range(name)? {
                if seen.has(hex) {
                    return wrong(name.span(), Fault::Twice { of: of.into(), what: self.grid.name(hex) });
                }
                seen.insert(hex);
                hexes.push((hex, name.span()));
            }
        }
        Ok(hexes)
    }

    /// The hexes of a list's item: one hex or a range.
    fn range(&self, name: &Spanned<String>) -> Checked<Vec<HexId>> {
        let Some((first, last)) = name.get_ref().split_once("..") else {
            return Ok(vec![self.hex(name)?]);
        };
        let (first, last) = (self.hex_in(name, first)?, self.hex_in(name, last)?);
        if self.grid.column(first) != self.grid.column(last) || first >= last {
            return wrong(name.span(), Fault::Range(name.get_ref().clone()));
        }
        // Hexes are numbered down the columns. Each is asked for by name, as it may be missing.
        (first.0..=last.0).map(|hex| self.hex_in(name, &self.grid.name(HexId(hex)))).collect()
    }

    /// Hexes in order, each the neighbour of the one before, none twice.
    fn line(&self, of: &str, names: &Hexes, least: usize, span: Range<usize>) -> Checked<Vec<HexId>> {
        let mut hexes: Vec<HexId> = Vec::with_capacity(names.len());
        for name in names {
            let hex = self.hex(name)?;
            if hexes.contains(&hex) {
                return wrong(name.span(), Fault::Twice { of: of.into(), what: self.grid.name(hex) });
            }
            if let Some(last) = hexes.last() {
                self.neighbours(of, *last, hex, name.span())?;
            }
            hexes.push(hex);
        }
        if hexes.len() < least {
            return wrong(span, Fault::TooFew { of: of.into(), least, what: "hexes" });
        }
        Ok(hexes)
    }

    fn neighbours(&self, of: &str, a: HexId, b: HexId, span: Range<usize>) -> Checked<()> {
        match self.grid.direction(a, b) {
            Some(_) => Ok(()),
            None => wrong(span, Fault::Apart { of: of.into(), a: self.grid.name(a), b: self.grid.name(b) }),
        }
    }

    /// The two hexes of a hexside, in the order of the file.
    fn pair(&self, of: &str, text: &Spanned<String>) -> Checked<(HexId, HexId)> {
        let Some((a, b)) = text.get_ref().split_once('/') else {
            return wrong(text.span(), Fault::Hexside(text.get_ref().clone()));
        };
        let (a, b) = (self.hex_in(text, a)?, self.hex_in(text, b)?);
        self.neighbours(of, a, b, text.span())?;
        Ok((a, b))
    }

    fn side_name(&self, side: Hexside) -> String {
        format!("{}/{}", self.grid.name(side.0), self.grid.name(side.1))
    }

    /// Hexsides in order, each meeting the one before at a corner, none twice.
    fn banks(&self, of: &str, texts: &Hexes, span: Range<usize>) -> Checked<Vec<Hexside>> {
        let mut sides: Vec<Hexside> = Vec::with_capacity(texts.len());
        for text in texts {
            let (a, b) = self.pair(of, text)?;
            let side = Hexside::between(a, b);
            if sides.contains(&side) {
                return wrong(text.span(), Fault::Twice { of: of.into(), what: self.side_name(side) });
            }
            if let Some(last) = sides.last()
                && !self.grid.meet(*last, side)
            {
                return wrong(text.span(), Fault::Gap { of: of.into(), a: self.side_name(*last), b: self.side_name(side) });
            }
            sides.push(side);
        }
        if sides.is_empty() {
            return wrong(span, Fault::TooFew { of: of.into(), least: 1, what: "hexsides" });
        }
        Ok(sides)
    }

    fn waters(&self, waters: Vec<Spanned<file::Water>>) -> Checked<Vec<(Spanned<String>, Watercourse)>> {
        let mut taken = self.taken("water");
        let load = |water: Spanned<file::Water>| {
            let span = water.span();
            let water = water.into_inner();
            let name = taken.take(&water.name)?;
            let channel = match (&water.hexes, &water.hexsides) {
                (Some(hexes), None) => Channel::Hexes(self.line(&name, hexes, 1, span)?),
                (None, Some(sides)) => Channel::Hexsides(self.banks(&name, sides, span)?),
                _ => return wrong(span, Fault::OneOf { of: name, keys: "hexes and hexsides" }),
            };
            let labels = self.set(&name, &water.labels)?;
            let kind = water.kind.get_ref().clone();
            Ok((water.kind, Watercourse { name, kind, channel, labels, named: water.named, note: water.note }))
        };
        waters.into_iter().map(load).collect()
    }

    fn crossings(
        &self,
        crossings: Vec<Spanned<file::Crossing>>,
        waters: &[(Spanned<String>, Watercourse)],
    ) -> Checked<Vec<(Spanned<String>, Crossing)>> {
        let mut taken = self.taken("crossing");
        let load = |crossing: Spanned<file::Crossing>| {
            let span = crossing.span();
            let crossing = crossing.into_inner();
            let name = taken.take(&crossing.name)?;
            let over = crossing.over.get_ref();
            let Some(water) = waters.iter().position(|(_, water)| water.name == *over) else {
                return wrong(crossing.over.span(), Fault::NoWater { crossing: name, water: over.clone() });
            };
            let channel = &waters[water].1.channel;
            let (at, place, runs, near) = match (&crossing.hex, &crossing.hexside) {
                (Some(text), None) => {
                    let hex = self.hex(text)?;
                    let runs = matches!(channel, Channel::Hexes(hexes) if hexes.contains(&hex));
                    (Location::Hex(hex), text, runs, self.grid.neighbours(hex).to_vec())
                }
                (None, Some(text)) => {
                    let (a, b) = self.pair(&name, text)?;
                    let side = Hexside::between(a, b);
                    let runs = matches!(channel, Channel::Hexsides(sides) if sides.contains(&side));
                    (Location::Side(side), text, runs, vec![a, b])
                }
                _ => return wrong(span, Fault::OneOf { of: name, keys: "hex and hexside" }),
            };
            if !runs {
                return wrong(place.span(), Fault::OffCourse { crossing: name, water: over.clone(), at: place.get_ref().clone() });
            }
            let mut approaches = Vec::new();
            for (approach, span) in self.each(&name, &crossing.approaches)? {
                if !near.contains(&approach) {
                    return wrong(span, Fault::Apart { of: name, a: self.grid.name(approach), b: place.get_ref().clone() });
                }
                approaches.push(approach);
            }
            if approaches.is_empty() && matches!(at, Location::Side(_)) {
                approaches = near;
            }
            if approaches.len() < 2 {
                return wrong(span, Fault::TooFew { of: name, least: 2, what: "approaches" });
            }
            let (kind, facts) = (crossing.kind.get_ref().clone(), Facts(crossing.facts.into_iter().collect()));
            let loaded =
                Crossing { name, kind, at, water, approaches, wet: crossing.wet, named: crossing.named, facts, note: crossing.note };
            Ok((crossing.kind, loaded))
        };
        crossings.into_iter().map(load).collect()
    }

    /// Water that runs through hexes is their terrain: that of the first water listed which runs there. A crossing in a
    /// hex takes the water's place, unless it is marked as wet.
    fn flood(
        &self,
        waters: &[(Spanned<String>, Watercourse)],
        crossings: &[(Spanned<String>, Crossing)],
        ground: &mut Ground,
    ) -> Checked<()> {
        let mut taken = HexSet::new();
        for (kind, crossing) in crossings {
            if let Location::Hex(hex) = crossing.at {
                let terrain = ground.kind(kind.get_ref(), kind.span())?;
                ground.add(hex, terrain);
                if !crossing.wet {
                    taken.insert(hex);
                }
            }
        }
        for (kind, water) in waters {
            if let Channel::Hexes(hexes) = &water.channel {
                let terrain = ground.kind(kind.get_ref(), kind.span())?;
                for hex in hexes {
                    if !taken.has(*hex) {
                        taken.insert(*hex);
                        ground.add(*hex, terrain);
                    }
                }
            }
        }
        Ok(())
    }

    /// A slope makes its high hex a `hilltop` and its low hexes `slope`.
    fn slopes(&self, slopes: Vec<file::Slope>, ground: &mut Ground) -> Checked<Vec<Slope>> {
        let mut loaded: Vec<Slope> = Vec::new();
        for slope in slopes {
            for (top, downhill) in in_order(slope.downhill) {
                let hilltop = self.hex(&top)?;
                let high = ground.kind("hilltop", top.span())?;
                let low = ground.kind("slope", top.span())?;
                ground.add(hilltop, high);
                let mut lows = Vec::new();
                for (hex, span) in self.each(&slope.feature, &downhill)? {
                    self.neighbours(&slope.feature, hilltop, hex, span.clone())?;
                    if loaded.iter().any(|other| other.hilltop == hex && other.downhill.contains(&hilltop)) {
                        let (high, low) = (top.into_inner(), self.grid.name(hex));
                        return wrong(span, Fault::BothWays { feature: slope.feature, high, low });
                    }
                    ground.add(hex, low);
                    lows.push(hex);
                }
                if lows.is_empty() {
                    return wrong(top.span(), Fault::TooFew { of: slope.feature, least: 1, what: "downhill hexes" });
                }
                loaded.push(Slope { feature: slope.feature.clone(), kind: slope.kind.clone(), hilltop, downhill: lows });
            }
        }
        Ok(loaded)
    }

    fn roads(&self, roads: Vec<Spanned<file::Road>>, classes: &mut Kinds) -> Checked<Vec<Road>> {
        let mut taken = self.taken("road");
        let load = |road: Spanned<file::Road>| {
            let span = road.span();
            let road = road.into_inner();
            let name = taken.take(&road.name)?;
            let class = RoadClass(classes.index(road.class.get_ref(), road.class.span())?);
            let hexes = self.line(&name, &road.hexes, 2, span)?;
            let mut exits = Vec::new();
            for (text, to) in in_order(road.exits) {
                let hex = self.hex(&text)?;
                let ends = [hexes.first(), hexes.last()].contains(&Some(&hex));
                if !ends || !self.grid.on_edge(hex) {
                    let why = if ends { "not on the edge" } else { "not an end of the road" };
                    return wrong(text.span(), Fault::Exit { road: name, hex: text.into_inner(), why });
                }
                exits.push((hex, to));
            }
            Ok(Road { name, class, hexes, exits, note: road.note })
        };
        roads.into_iter().map(load).collect()
    }

    /// For each hex and direction, the classes of road that cross that hexside.
    fn road_sides(&self, roads: &[Road]) -> Vec<[u8; 6]> {
        let mut sides = vec![[0; 6]; self.grid.len()];
        for road in roads {
            for pair in road.hexes.windows(2) {
                for (from, to) in [(pair[0], pair[1]), (pair[1], pair[0])] {
                    if let Some(direction) = self.grid.direction(from, to) {
                        sides[from.index()][direction.index()] |= 1 << road.class.0;
                    }
                }
            }
        }
        sides
    }

    fn works(&self, works: Vec<Spanned<file::Work>>) -> Checked<Vec<DirectedSide>> {
        let mut taken = self.taken("work");
        let mut loaded: Vec<DirectedSide> = Vec::new();
        for work in works {
            let span = work.span();
            let work = work.into_inner();
            let name = taken.take(&work.name)?;
            let mut add = |protected, enemy, span| {
                let (name, kind, side, note) = (name.clone(), work.kind.clone(), work.side.clone(), work.note.clone());
                if loaded.iter().any(|other| other.protected == protected && other.enemy == enemy) {
                    let what = format!("{}/{}", self.grid.name(protected), self.grid.name(enemy));
                    return wrong(span, Fault::Twice { of: name, what });
                }
                loaded.push(DirectedSide { name, kind, side, protected, enemy, note });
                Ok(())
            };
            match (work.hexsides, work.faces) {
                (Some(sides), None) => {
                    for text in sides {
                        let (protected, enemy) = self.pair(&name, &text)?;
                        add(protected, enemy, text.span())?;
                    }
                }
                (None, Some(faces)) => {
                    for (text, directions) in in_order(faces) {
                        let protected = self.hex(&text)?;
                        for word in directions {
                            let Some(direction) = Direction::from_name(word.get_ref()) else {
                                return wrong(word.span(), Fault::Direction(word.into_inner()));
                            };
                            let enemy = self.grid.neighbour(protected, direction);
                            if !enemy.is_some() {
                                let (hex, direction) = (text.into_inner(), direction.name());
                                return wrong(word.span(), Fault::OffMap { work: name, hex, direction });
                            }
                            add(protected, enemy, word.span())?;
                        }
                    }
                }
                _ => return wrong(span, Fault::OneOf { of: name, keys: "hexsides and faces" }),
            }
        }
        Ok(loaded)
    }

    fn places(&self, places: Vec<Spanned<file::Place>>) -> Checked<Vec<Place>> {
        let mut taken = self.taken("place");
        let load = |place: Spanned<file::Place>| {
            let span = place.span();
            let place = place.into_inner();
            let name = taken.take(&place.name)?;
            let (hex, span) = match (&place.hex, &place.span) {
                (Some(hex), None) => (self.hex(hex)?, None),
                (None, Some([first, last])) => {
                    let first = self.hex(first)?;
                    (first, Some((first, self.hex(last)?)))
                }
                _ => return wrong(span, Fault::OneOf { of: name, keys: "hex and span" }),
            };
            let mut hexes = self.set(&name, &place.hexes)?;
            if !hexes.contains(&hex) {
                hexes.insert(0, hex);
            }
            let weight = match &place.weight {
                Some(weight) if *weight.get_ref() > 3 => return wrong(weight.span(), Fault::Weight),
                Some(weight) => *weight.get_ref(),
                None => 2,
            };
            Ok(Place {
                name,
                kind: place.kind,
                hex,
                span,
                hexes,
                weight,
                facts: Facts(place.facts.into_iter().collect()),
                note: place.note,
            })
        };
        places.into_iter().map(load).collect()
    }

    fn zones(&self, zones: Vec<Spanned<file::Zone>>) -> Checked<Vec<Zone>> {
        let mut taken = self.taken("zone");
        let mut loaded: Vec<Zone> = Vec::with_capacity(zones.len());
        for zone in zones {
            let span = zone.span();
            let zone = zone.into_inner();
            let id = taken.take_id(&zone.id)?;
            let hexes = match (&zone.hexes, &zone.within) {
                (Some(hexes), None) => self.set(&id, hexes)?,
                (None, Some(within)) => self.within(&id, within, &loaded)?,
                _ => return wrong(span, Fault::OneOf { of: id, keys: "hexes and within" }),
            };
            if hexes.is_empty() {
                return wrong(span, Fault::TooFew { of: id, least: 1, what: "hexes" });
            }
            let facts = Facts(zone.facts.into_iter().collect());
            loaded.push(Zone { id, name: zone.name, kind: zone.kind, side: zone.side, hexes, facts, note: zone.note });
        }
        Ok(loaded)
    }

    fn within(&self, of: &str, within: &file::Within, above: &[Zone]) -> Checked<Vec<HexId>> {
        let mut hexes = HexSet::new();
        for centre in self.set(of, &within.of)? {
            hexes.extend(self.grid.within(centre, within.radius));
        }
        let mut inside = HexSet::new();
        for zone in &within.inside {
            match above.iter().find(|other| other.id == *zone.get_ref()) {
                Some(other) => inside.extend(other.hexes.iter().copied()),
                None => return wrong(zone.span(), Fault::NoZone(zone.get_ref().clone())),
            }
        }
        if !within.inside.is_empty() {
            hexes = hexes.and(&inside);
        }
        Ok(hexes.iter().collect())
    }

    fn entries(&self, entries: Vec<Spanned<file::Entry>>) -> Checked<Vec<Entry>> {
        let mut taken = self.taken("entry");
        let load = |entry: Spanned<file::Entry>| {
            let span = entry.span();
            let entry = entry.into_inner();
            let id = taken.take_id(&entry.id)?;
            let hexes = self.set(&id, &entry.hexes)?;
            if hexes.is_empty() {
                return wrong(span, Fault::TooFew { of: id, least: 1, what: "hexes" });
            }
            let facts = Facts(entry.facts.into_iter().collect());
            Ok(Entry { id, name: entry.name, kind: entry.kind, side: entry.side, hexes, facts, note: entry.note })
        };
        entries.into_iter().map(load).collect()
    }

    fn joins(&self, joins: Vec<file::Join>) -> Checked<Vec<Join>> {
        let load = |join: file::Join| {
            let pairs = in_order(join.pairs).into_iter().map(|(hex, other)| Ok((self.hex(&hex)?, other))).collect::<Checked<_>>()?;
            Ok(Join { board: join.board, pairs, note: join.note })
        };
        joins.into_iter().map(load).collect()
    }
}
