//! Plain second writings of a few rules, straight from the board's data: slow, and with nothing in common with the fast ones.

use crate::kit::{Battlefield, position};
use blue_gray::{BlueGray, Cell, State, Step, UnitId};
use board::{Board, Channel, HexId, Hexside, Location, Stretch};
use engine::{Dice, Illegal, Positions, Rules, Side};
use std::collections::{BTreeMap, BTreeSet};

const NOBODY: UnitId = u8::MAX;

/// Rivers, creeks, woods and roads of a board.
pub struct Ground {
    board: &'static Board,
}

impl Ground {
    /// The ground of a board.
    pub fn of(board: &'static Board) -> Ground {
        Ground { board }
    }

    fn has(&self, hex: HexId, terrain: &str) -> bool {
        self.board.terrain(terrain).is_some_and(|t| self.board.ground(hex).has(t))
    }

    fn ferry(&self, hex: HexId) -> Option<[HexId; 2]> {
        let ferry = self.board.crossings.iter().find(|c| c.kind == "ferry" && c.at == Location::Hex(hex))?;
        Some([ferry.approaches[0], ferry.approaches[1]])
    }

    /// Whether it is a river or ferry hex.
    pub fn wet(&self, hex: HexId) -> bool {
        self.ferry(hex).is_some() || self.board.waters.iter().any(|w| matches!(&w.channel, Channel::Hexes(hexes) if hexes.contains(&hex)))
    }

    fn crossing(&self, a: HexId, b: HexId) -> Option<&str> {
        self.board.crossings_on(Hexside::between(a, b)).map(|c| c.kind.as_str()).next()
    }

    /// Whether zones, attacks and retreats pass from one hex to a neighbour.
    pub fn joined(&self, a: HexId, b: HexId) -> bool {
        let creek = self.board.waters_along(Hexside::between(a, b)).next().is_some();
        b.is_some() && !self.wet(a) && !self.wet(b) && (!creek || self.crossing(a, b).is_some())
    }

    fn open_cost(&self, hex: HexId) -> i32 {
        match (self.has(hex, "forest"), self.has(hex, "rough")) {
            (true, true) => 6,
            (false, false) => 1,
            _ => 3,
        }
    }

    /// What a step costs, if it is allowed.
    fn cost(&self, a: HexId, b: HexId) -> Option<i32> {
        if !self.joined(a, b) {
            return None;
        }
        let direction = self.board.grid.direction(a, b)?;
        let way = |class: &str| self.board.road_class(class).is_some_and(|c| self.board.road_crosses(c, a, direction));
        let ford = i32::from(self.crossing(a, b) == Some("ford"));
        let hex = if way("road") {
            1
        } else if way("trail") {
            self.open_cost(b).min(2)
        } else {
            self.open_cost(b)
        };
        Some(hex + ford)
    }

    /// The hexes that a side controls.
    pub fn zone(&self, game: &BlueGray, state: &State, side: Side) -> BTreeSet<HexId> {
        let grid = &self.board.grid;
        let mut zone = BTreeSet::new();
        for unit in (0..game.title().units.len() as UnitId).filter(|u| game.side_of(*u) == side && state.place(*u).on_map()) {
            let hex = state.place(unit).hex(grid);
            zone.extend(grid.neighbours(hex).iter().copied().filter(|n| n.is_some() && self.joined(hex, *n)));
        }
        zone
    }

    /// Every end of a march: the hex, and the followed hexes taken on the way. Ends in hexes without room are left out.
    pub fn ends(&self, game: &BlueGray, state: &State, unit: UnitId) -> BTreeSet<(u16, u16)> {
        let grid = &self.board.grid;
        let (side, enemy) = (state.side, state.side.enemy());
        let zone = self.zone(game, state, enemy);
        let night = game.title().turns[usize::from(state.turn) - 1].night;
        let shy = night || state.ineffective.has(unit);
        let foe = |hex: HexId| state.stack(Cell::of(grid, hex)).any(|u| game.side_of(u) == enemy);
        let follows = |hex: HexId| {
            let place = game.title().controls.iter().position(|c| c.cell.hex(grid) == hex);
            place.filter(|p| state.holder(*p) != Some(side)).map_or(0u16, |p| 1 << p)
        };
        let enters = |hex: HexId| !(foe(hex) || shy && zone.contains(&hex));
        let start = state.place(unit).hex(grid);
        // The most points left on coming to a hex after having been in these followed hexes.
        let mut best: BTreeMap<(HexId, u16), i32> = BTreeMap::new();
        let mut waiting = vec![(start, 0u16, 6i32)];
        let mut ends = BTreeSet::new();
        while let Some((hex, taken, left)) = waiting.pop() {
            let mut onward: Vec<(HexId, i32)> = Vec::new();
            for next in grid.neighbours(hex).iter().copied().filter(|n| n.is_some()) {
                if let Some(cost) = self.cost(hex, next) {
                    onward.push((next, cost));
                }
                if let Some([a, b]) = self.ferry(next).filter(|banks| banks.contains(&hex)) {
                    let far = if a == hex { b } else { a };
                    onward.push((far, 3 + self.open_cost(far)));
                }
            }
            for (next, cost) in onward {
                let rest = left - cost;
                if rest < 0 || !enters(next) {
                    continue;
                }
                let visited = taken | follows(next);
                let mask = visited & !follows(next);
                let cell = Cell::of(grid, next);
                if (state.count(cell) < 2 || next == start) && (next != start || mask != 0) {
                    ends.insert((cell.0, mask));
                }
                let known = best.get(&(next, visited)).copied().unwrap_or(-1);
                if rest > known && !zone.contains(&next) {
                    best.insert((next, visited), rest);
                    waiting.push((next, visited, rest));
                }
            }
        }
        ends
    }

    fn sees(&self, a: HexId, b: HexId) -> bool {
        let blocks = |hex: HexId| hex.is_some() && (self.has(hex, "forest") || self.has(hex, "town"));
        self.board.grid.trace(a, b).all(|stretch| match stretch {
            Stretch::Through { hex, .. } => hex == b || !blocks(hex),
            Stretch::Along { left, right } => !(blocks(left) && blocks(right)),
        })
    }
}

/// A straight line between two hexes, looked at point by point on paper.
pub struct Ruler {
    /// The hexes along the line, one or the two beside it.
    stretches: Vec<Vec<HexId>>,
}

impl Ruler {
    /// Lays a ruler from centre to centre.
    pub fn lay(board: &Board, from: HexId, to: HexId) -> Ruler {
        let grid = &board.grid;
        let centre = |hex: HexId| {
            let (column, row) = (f64::from(grid.column(hex)), f64::from(grid.row(hex)));
            let lower = if grid.sits_lower(grid.column(hex)) { 0.5 } else { 0.0 };
            (1.5 * column, 3f64.sqrt() * (row + lower))
        };
        let near: Vec<HexId> = grid.within(from, 4).collect();
        let ((x0, y0), (x1, y1)) = (centre(from), centre(to));
        let mut stretches: Vec<Vec<HexId>> = Vec::new();
        for i in 1..400 {
            let t = (f64::from(i) + 0.123_456) / 400.0;
            let (x, y) = (x0 + t * (x1 - x0), y0 + t * (y1 - y0));
            let far = |hex: &HexId| (centre(*hex).0 - x).hypot(centre(*hex).1 - y);
            let nearest = near.iter().map(far).fold(f64::MAX, f64::min);
            let here: Vec<HexId> = near.iter().copied().filter(|h| far(h) - nearest < 1e-9).collect();
            if stretches.last() != Some(&here) {
                stretches.push(here);
            }
        }
        Ruler { stretches }
    }

    /// Whether it runs along a hexside.
    pub fn runs_along(&self) -> bool {
        self.stretches.iter().any(|s| s.len() > 1)
    }

    /// Whether nothing blocks it.
    pub fn is_clear(&self, ground: &Ground, from: HexId, to: HexId) -> bool {
        let blocks = |hex: &HexId| *hex != from && *hex != to && (ground.has(*hex, "forest") || ground.has(*hex, "town"));
        !self.stretches.iter().any(|s| s.iter().all(blocks))
    }

    /// What it multiplies the defence with: two over water, three into a redoubt. Not for lines along a hexside.
    pub fn multiple(&self, ground: &Ground) -> u32 {
        let hexes: Vec<HexId> = self.stretches.iter().map(|s| s[0]).collect();
        let creek = |w: &[HexId]| ground.board.waters_along(Hexside::between(w[0], w[1])).next().is_some();
        let wet = hexes[1..].iter().any(|h| ground.wet(*h)) || hexes.windows(2).any(creek);
        let [.., outside, target] = hexes[..] else { return 1 };
        let pits = ground.board.directed.iter().any(|d| d.kind == "redoubt" && d.protected == target && d.enemy == outside);
        if pits {
            3
        } else if wet {
            2
        } else {
            1
        }
    }

    /// What the target's own terrain multiplies the defence with.
    pub fn terrain(ground: &Ground, hex: HexId) -> u32 {
        if ground.has(hex, "rough") || ground.has(hex, "town") { 2 } else { 1 }
    }
}

/// Who touches whom, and which guns hit whom.
pub struct Contacts {
    /// Attacking hexes.
    friends: Vec<Cell>,
    /// Enemy hexes: those in contact first, then those that only guns can hit.
    enemies: Vec<Cell>,
    contact: usize,
    touches: Vec<u32>,
    guns: Vec<UnitId>,
    hits: Vec<u32>,
    names: Vec<String>,
}

/// A few units of both sides thrown together about Citico Creek, the Union to attack.
pub fn contact_position(game: &'static BlueGray, dice: &mut Dice) -> Option<Battlefield> {
    let hexes = "1509 1510 1409 1410 1411 1511 1512 1609 1610 1611 1612 1710 1711 1508 1408 1412";
    let mut hexes: Vec<&str> = hexes.split_whitespace().collect();
    let mut take = |dice: &mut Dice| hexes.remove(dice.below(hexes.len()));
    let union = ["1/1/IV", "2/1/IV", "1/2/XV", "2/2/XV"];
    let rebels = ["Polk", "Wright", "Gist", "Adams"];
    let mut text: Vec<String> = Vec::new();
    union[..2 + dice.below(3)].iter().for_each(|u| text.push(format!("{u} {}", take(dice))));
    rebels[..2 + dice.below(3)].iter().for_each(|u| text.push(format!("{u} {}", take(dice))));
    ["XI-guns", "XV-guns"][..dice.below(3)].iter().for_each(|u| text.push(format!("{u} {}", take(dice))));
    let value = position("1 union combat", &text.join(", "));
    let state = game.read_position(&value).ok()?;
    let f = Battlefield { game, state, events: Vec::new() };
    (!f.overlay("must-attack").is_empty()).then_some(f)
}

impl Contacts {
    /// The contacts of a position at the start of a Combat Phase.
    pub fn of(f: &Battlefield) -> Contacts {
        let (game, state) = (f.game, &f.state);
        let ground = Ground::of(game.board());
        let grid = &game.board().grid;
        let hex = |cell: Cell| cell.hex(grid);
        let cells = |side: Side| -> Vec<Cell> {
            let mut cells: Vec<Cell> = (0..game.title().units.len() as UnitId)
                .filter(|u| game.side_of(*u) == side)
                .map(|u| state.place(u))
                .filter(|c| c.on_map())
                .collect();
            cells.sort();
            cells.dedup();
            cells
        };
        let meet = |a: Cell, b: Cell| grid.distance(hex(a), hex(b)) == 1 && ground.joined(hex(a), hex(b));
        let (mine, theirs) = (cells(state.side), cells(state.side.enemy()));
        let friends: Vec<Cell> = mine.iter().copied().filter(|a| theirs.iter().any(|b| meet(*a, *b))).collect();
        let mut enemies: Vec<Cell> = theirs.iter().copied().filter(|b| mine.iter().any(|a| meet(*a, *b))).collect();
        let contact = enemies.len();
        enemies.extend(theirs.iter().copied().filter(|b| !mine.iter().any(|a| meet(*a, *b))));
        let set = |keep: &dyn Fn(Cell) -> bool| enemies.iter().enumerate().filter(|(_, e)| keep(**e)).fold(0, |s, (i, _)| s | 1 << i);
        let guns: Vec<UnitId> = (0..game.title().units.len() as UnitId)
            .filter(|u| game.side_of(*u) == state.side && game.unit(*u).arm == blue_gray::Arm::Artillery)
            .filter(|u| state.place(*u).on_map() && !friends.contains(&state.place(*u)))
            .collect();
        let hits = |gun: &UnitId| {
            let from = state.place(*gun);
            set(&|e| {
                let distance = grid.distance(hex(from), hex(e));
                distance == 1 || (2..=3).contains(&distance) && ground.sees(hex(from), hex(e))
            })
        };
        let touches = friends.iter().map(|f| set(&|e| meet(*f, e))).collect();
        let hits = guns.iter().map(hits).collect();
        let names = (0..game.title().units.len() as UnitId).map(|u| game.unit(u).id.clone()).collect();
        Contacts { friends, enemies, contact, touches, guns, hits, names }
    }

    /// Every draft there could be: targets, attacking hexes, guns.
    pub fn drafts(&self) -> Vec<(u32, u32, u32)> {
        let mut all = Vec::new();
        for targets in 1..1u32 << self.enemies.len() {
            for from in 0..1u32 << self.friends.len() {
                for guns in 0..1u32 << self.guns.len() {
                    if from != 0 || guns != 0 {
                        all.push((targets, from, guns));
                    }
                }
            }
        }
        all
    }

    /// Whether these can be one battle (BG-7.25, BG-8.13, BG-8.22).
    fn is_battle(&self, targets: u32, from: u32, guns: u32) -> bool {
        let touch = (0..self.friends.len()).filter(|f| from >> f & 1 == 1).all(|f| self.touches[f] & targets == targets);
        let hit = (0..self.guns.len()).filter(|g| guns >> g & 1 == 1).all(|g| self.hits[g] & targets != 0);
        touch && hit && (from != 0 || guns != 0 && targets.count_ones() == 1)
    }

    /// Whether the rest can be fought out: every friend attacks once, every enemy in contact is attacked once.
    fn completes(&self, friends: u32, enemies: u32, guns: u32) -> bool {
        if friends == 0 && enemies == 0 {
            return true;
        }
        for targets in (1..=enemies).filter(|t| t & enemies == *t) {
            for from in (0..=friends).filter(|f| f & friends == *f) {
                for battery in (0..=guns).filter(|g| g & guns == *g && (from == 0 || *g == 0) && g.count_ones() <= 1) {
                    if self.is_battle(targets, from, battery) && self.completes(friends & !from, enemies & !targets, guns & !battery) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Whether a battle may be fought first.
    pub fn is_allowed(&self, targets: u32, from: u32, guns: u32) -> bool {
        let all = |n: usize| (1u32 << n) - 1;
        let (friends, enemies, rest) = (all(self.friends.len()) & !from, all(self.contact) & !targets, all(self.guns.len()) & !guns);
        self.is_battle(targets, from, guns) && self.completes(friends, enemies, rest)
    }

    pub fn names_of_enemies(&self, set: u32) -> Vec<String> {
        (0..self.enemies.len()).filter(|i| set >> i & 1 == 1).map(|i| format!("{:?}", self.enemies[i])).collect()
    }

    pub fn names_of_friends(&self, set: u32) -> Vec<String> {
        (0..self.friends.len()).filter(|i| set >> i & 1 == 1).map(|i| format!("{:?}", self.friends[i])).collect()
    }

    pub fn names_of_guns(&self, set: u32) -> Vec<&str> {
        (0..self.guns.len()).filter(|i| set >> i & 1 == 1).map(|i| self.names[usize::from(self.guns[i])].as_str()).collect()
    }
}

/// Puts a battle together order by order.
pub fn accepts(f: &Battlefield, graph: &Contacts, targets: u32, from: u32, guns: u32) -> Result<(), Illegal> {
    let mut state = f.state.clone();
    let mut actions: Vec<blue_gray::Action> = Vec::new();
    actions
        .extend((0..graph.enemies.len()).filter(|i| targets >> i & 1 == 1).map(|i| blue_gray::Action::Engage { target: graph.enemies[i] }));
    actions.extend((0..graph.friends.len()).filter(|i| from >> i & 1 == 1).map(|i| blue_gray::Action::Join { from: graph.friends[i] }));
    actions.extend((0..graph.guns.len()).filter(|i| guns >> i & 1 == 1).map(|i| blue_gray::Action::Bombard { gun: graph.guns[i] }));
    actions.push(blue_gray::Action::Fight { column: blue_gray::Column(0) });
    for action in actions {
        f.game.apply(&mut state, f.state.side, action, &mut ())?;
    }
    Ok(())
}

/// A defender thrown back among crowded friends.
pub fn packed_retreat(game: &'static BlueGray, dice: &mut Dice) -> Option<Battlefield> {
    let area = "1606 1607 1608 1507 1508 1509 1707 1708 1709 1807 1808 1407 1408 1409 1609";
    let rebels: Vec<&str> = game.title().units.iter().filter(|u| u.side == Side::Confederate).map(|u| u.id.as_str()).collect();
    let mut text = vec!["1/1/IV 1605".to_string(), "2/1/IV 1605".to_string()];
    let mut next = 1;
    for hex in area.split_whitespace() {
        let count = if hex == "1606" { 1 + dice.below(2) } else { [0, 1, 2, 2, 2, 2, 2][dice.below(7)] };
        for _ in 0..count {
            text.push(format!("{} {hex}", rebels.get(next)?));
            next += 1;
        }
    }
    for (unit, hex) in [("1/2/XV", "1506"), ("2/2/XV", "1706"), ("1/4/XV", "1410"), ("2/4/XV", "1610"), ("1/3/XI", "1908")] {
        if dice.below(3) > 0 {
            text.push(format!("{unit} {hex}"));
        }
    }
    let state = game.read_position(&position("1 union combat", &text.join(", "))).ok()?;
    let mut f = Battlefield { game, state, events: Vec::new() };
    let attack = f.action("attack 1606");
    f.game.apply(&mut f.state, Side::Union, attack, &mut ()).ok()?;
    let targets: Vec<_> = f.legal();
    for action in targets.into_iter().filter(|a| matches!(a, blue_gray::Action::Join { .. })) {
        let _ = f.game.apply(&mut f.state, Side::Union, action, &mut ());
    }
    let fight = f.action("fight 1-1");
    f.game.apply(&mut f.state, Side::Union, fight, &mut ()).ok()?;
    f.game.settle(&mut f.state, &engine::Roll::one(1), &mut ());
    (f.state.step == Step::Retreat).then_some(f)
}

/// Where every unit is, for a search that moves them about.
type Places = Vec<Cell>;

/// Every retreat of a unit: the hex, and whom it pushes out of it.
pub fn retreats(f: &Battlefield, unit: UnitId) -> Vec<(u16, u8)> {
    let search = Retreats { f, ground: Ground::of(f.game.board()) };
    let places: Places = (0..f.game.title().units.len() as UnitId).map(|u| f.state.place(u)).collect();
    let chain: BTreeSet<UnitId> = f.state.chain.iter().collect();
    let mut all = search.options(&places, unit, &chain);
    all.sort_unstable();
    all
}

struct Retreats<'a> {
    f: &'a Battlefield,
    ground: Ground,
}

impl Retreats<'_> {
    fn hexes(&self, places: &Places, unit: UnitId) -> Vec<Cell> {
        let game = self.f.game;
        let grid = &game.board().grid;
        let side = game.side_of(unit);
        let from = places[usize::from(unit)].hex(grid);
        let foes: Vec<HexId> =
            (0..places.len()).filter(|u| game.side_of(*u as UnitId) != side && places[*u].on_map()).map(|u| places[u].hex(grid)).collect();
        let safe = |hex: HexId| !foes.iter().any(|foe| *foe == hex || grid.distance(*foe, hex) == 1 && self.ground.joined(*foe, hex));
        let around = grid.neighbours(from).iter().copied();
        around.filter(|n| n.is_some() && self.ground.joined(from, *n) && safe(*n)).map(|n| Cell::of(grid, n)).collect()
    }

    fn in_hex(places: &Places, cell: Cell) -> Vec<UnitId> {
        (0..places.len()).filter(|u| places[*u] == cell).map(|u| u as UnitId).collect()
    }

    fn options(&self, places: &Places, unit: UnitId, chain: &BTreeSet<UnitId>) -> Vec<(u16, u8)> {
        let hexes = self.hexes(places, unit);
        let open: Vec<(u16, u8)> = hexes.iter().filter(|c| Self::in_hex(places, **c).len() < 2).map(|c| (c.0, NOBODY)).collect();
        if !open.is_empty() {
            return open;
        }
        let mut all = Vec::new();
        for cell in hexes {
            for other in Self::in_hex(places, cell) {
                if chain.contains(&other) || other == unit {
                    continue;
                }
                let mut moved = places.clone();
                moved[usize::from(unit)] = cell;
                let mut longer = chain.clone();
                longer.extend([other, unit]);
                if !self.options(&moved, other, &longer).is_empty() {
                    all.push((cell.0, other));
                }
            }
        }
        all
    }
}
