//! Tournaments: Swiss, round robin, knock-out and ladder, run by a director. A pairing is played from both sides at once, or once with the
//! sides taken in turns; its points are counted in halves.

use crate::Time;
use crate::account::{Account, Role};
use crate::clock::Pace;
use crate::desk::{Desk, Document, No, at_desk};
use crate::meeting::{read_bid, read_delay};
use crate::pairing::{self, Pair};
use crate::play::{self, Game, Player};
use crate::rating::Rating;
use crate::records::{Records, Span, Tab};
use crate::talk::plain;
use crate::telling::{self, News};
use crate::tokens;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The most who may enter.
const MOST: usize = 256;

/// How a tournament is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Those with as many points meet.
    Swiss,
    /// Everybody meets everybody.
    RoundRobin,
    /// Who loses is out.
    KnockOut,
    /// Neighbours meet, and may change places.
    Ladder,
}

/// Who plays which side in a pairing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sides {
    /// Two games, one from each side.
    #[default]
    Both,
    /// One game; whoever has had the Union less often has it.
    Turns,
    /// One game; whoever gives up more of his time for the Union has it. Everybody bids once, at his entry, and nobody sees it.
    Bid,
}

/// How far a tournament is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// One may enter.
    Open,
    /// It is played.
    Running,
    /// It is over.
    Over,
}

/// Somebody who has entered.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Entrant {
    /// Who.
    pub account: String,
    /// His name.
    pub name: String,
    /// His rating when it began.
    pub rating: i32,
    /// Whether he has withdrawn.
    #[serde(default)]
    pub out: bool,
    /// What he bids for the Union, in hundredths of his time. Nobody is shown that.
    #[serde(default)]
    pub bid: u8,
}

/// Two who meet.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Pairing {
    /// The one.
    pub a: usize,
    /// The other; nobody for a bye.
    pub b: Option<usize>,
    /// The tables: in the first the one has the Union.
    pub tables: Vec<String>,
    /// Which entrant has the Union at each table.
    pub union: Vec<usize>,
    /// What each table has brought: half points of the one and of the other.
    pub results: Vec<Option<[u32; 2]>>,
}

impl Pairing {
    fn done(&self) -> bool {
        self.b.is_none() || self.results.iter().all(Option::is_some)
    }

    /// Half points of the one and of the other. A bye is worth as much as winning everything.
    fn points(&self, games: u32) -> [u32; 2] {
        if self.b.is_none() {
            return [2 * games, 0];
        }
        self.results.iter().flatten().fold([0, 0], |sum, one| [sum[0] + one[0], sum[1] + one[1]])
    }
}

/// A round.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Round {
    /// Who meets whom.
    pub pairings: Vec<Pairing>,
    /// When it began.
    pub began: Time,
    /// When it ought to be over.
    pub deadline: Option<Time>,
}

/// A tournament.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Tournament {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// Who runs it.
    pub director: String,
    /// His name.
    pub director_name: String,
    /// How it is played.
    pub format: Format,
    /// Who plays which side.
    pub sides: Sides,
    /// How tables are made.
    pub order: Value,
    /// What people call the game.
    pub game_title: String,
    /// How fast.
    pub pace: Pace,
    /// How many minutes later onlookers see its games.
    #[serde(default)]
    pub delay: u32,
    /// How many rounds, where that is not given by how it is played.
    pub rounds_wanted: usize,
    /// Days for each round; 0 if there is no deadline.
    pub days: u64,
    /// How far it is.
    pub stage: Stage,
    /// Who has entered, the best first once it has begun.
    pub entrants: Vec<Entrant>,
    /// The rounds so far.
    pub rounds: Vec<Round>,
    /// When it was announced.
    pub created: Time,
}

impl Document for Tournament {
    const KIND: &'static str = "tournament";

    fn id(&self) -> String {
        self.id.clone()
    }

    fn tabs(&self) -> Vec<Tab> {
        vec![Tab::new("all", "", self.created as i64)]
    }
}

/// What a director announces.
#[derive(Clone, Debug, Deserialize)]
pub struct Announcement {
    /// What it is called.
    pub title: String,
    /// How it is played.
    pub format: Format,
    /// Who plays which side.
    #[serde(default)]
    pub sides: Sides,
    /// How tables are made; whoever knows games has looked at it.
    pub order: Value,
    /// How fast.
    #[serde(default)]
    pub pace: Pace,
    /// How many minutes later onlookers see the games.
    #[serde(default)]
    pub delay: u64,
    /// How many rounds, for Swiss and ladder.
    #[serde(default)]
    pub rounds: usize,
    /// Days for each round.
    #[serde(default)]
    pub days: u64,
}

/// A table that is to be made for a pairing: in which round, which pairing, and who plays.
#[derive(Clone, Debug)]
pub struct ToMake {
    /// The pairing of the last round.
    pub pairing: usize,
    /// Which of its tables.
    pub table: usize,
    /// Who plays: Union, Confederate.
    pub players: [Player; 2],
    /// How much of his time each has given up for his side, in hundredths.
    pub bids: [u8; 2],
}

/// A place in the standings.
#[derive(Clone, Debug, Serialize)]
pub struct Place {
    /// Which entrant.
    pub entrant: usize,
    /// His name.
    pub name: String,
    /// Half points.
    pub points: u32,
    /// Half points of those he has met (Buchholz).
    pub buchholz: u32,
    /// Half points of those he has beaten, and half of those he has drawn with (Sonneborn-Berger), in quarters.
    pub berger: u32,
    /// Whether he has withdrawn, or is knocked out.
    pub out: bool,
}

impl Tournament {
    fn games(&self) -> u32 {
        if self.sides == Sides::Both { 2 } else { 1 }
    }

    fn meetings(&self) -> impl Iterator<Item = (usize, usize, [u32; 2])> + '_ {
        let pairings = self.rounds.iter().flat_map(|round| &round.pairings);
        pairings.filter_map(|p| Some((p.a, p.b?, p.points(self.games()))))
    }

    fn points(&self) -> Vec<u32> {
        let mut points = vec![0; self.entrants.len()];
        for pairing in self.rounds.iter().flat_map(|round| &round.pairings) {
            let [a, b] = pairing.points(self.games());
            points[pairing.a] += a;
            if let Some(other) = pairing.b {
                points[other] += b;
            }
        }
        points
    }

    /// Who won a pairing that is done. If nobody did, the better seed goes on.
    fn winner(&self, pairing: &Pairing) -> usize {
        match (pairing.b, pairing.points(self.games())) {
            (Some(b), [x, y]) if y > x => b,
            (Some(b), [x, y]) if x == y => pairing.a.min(b),
            _ => pairing.a,
        }
    }

    fn knocked_out(&self, entrant: usize) -> bool {
        let lost = |pairing: &Pairing| pairing.b.is_some() && pairing.done() && self.winner(pairing) != entrant;
        let in_it = |pairing: &&Pairing| pairing.a == entrant || pairing.b == Some(entrant);
        self.format == Format::KnockOut && self.rounds.iter().flat_map(|round| &round.pairings).filter(in_it).any(lost)
    }

    /// The rungs of a ladder, the top first: whoever beats the one above him takes his place.
    fn rungs(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.entrants.len()).collect();
        for pairing in self.rounds.iter().flat_map(|round| &round.pairings) {
            let Some(b) = pairing.b else { continue };
            let (Some(above), Some(below)) = (order.iter().position(|p| *p == pairing.a), order.iter().position(|p| *p == b)) else {
                continue;
            };
            let [x, y] = pairing.points(self.games());
            if pairing.done() && (above < below && y > x || below < above && x > y) {
                order.swap(above, below);
            }
        }
        order
    }

    /// The standings, the best first: points, then the points of those one met, then of those one beat, then who won when they met, then
    /// the seed.
    pub fn standings(&self) -> Vec<Place> {
        let points = self.points();
        let (mut buchholz, mut berger) = (vec![0; points.len()], vec![0; points.len()]);
        for (a, b, [x, y]) in self.meetings() {
            for (one, other, own, his) in [(a, b, x, y), (b, a, y, x)] {
                buchholz[one] += points[other];
                berger[one] += points[other] * if own > his { 2 } else { u32::from(own == his && own > 0) };
            }
        }
        let place = |entrant: usize| Place {
            entrant,
            name: self.entrants[entrant].name.clone(),
            points: points[entrant],
            buchholz: buchholz[entrant],
            berger: berger[entrant],
            out: self.entrants[entrant].out || self.knocked_out(entrant),
        };
        if self.format == Format::Ladder && !self.rounds.is_empty() {
            return self.rungs().into_iter().map(place).collect();
        }
        let mut places: Vec<Place> = (0..points.len()).map(place).collect();
        let beat = |one: usize, other: usize| {
            let met = self.meetings().filter(|(a, b, _)| (*a, *b) == (one, other) || (*a, *b) == (other, one));
            met.map(|(a, _, [x, y])| if a == one { i64::from(x) - i64::from(y) } else { i64::from(y) - i64::from(x) }).sum::<i64>()
        };
        places.sort_by(|p, q| {
            let figures = |p: &Place| (p.points, p.buchholz, p.berger);
            figures(q).cmp(&figures(p)).then_with(|| beat(q.entrant, p.entrant).cmp(&0)).then(p.entrant.cmp(&q.entrant))
        });
        places
    }

    /// How many rounds it will have, if that is known.
    pub fn length(&self) -> usize {
        let count = self.entrants.len();
        match self.format {
            Format::Swiss | Format::Ladder => self.rounds_wanted.max(1),
            Format::RoundRobin => pairing::round_robin(count).len(),
            Format::KnockOut => count.max(1).next_power_of_two().trailing_zeros() as usize,
        }
    }

    fn next_pairs(&self) -> Vec<Pair> {
        let there: Vec<usize> = self.standings().into_iter().filter(|p| !p.out).map(|p| p.entrant).collect();
        match self.format {
            Format::Swiss => {
                let met = |a, b| self.meetings().any(|(x, y, _)| (x, y) == (a, b) || (y, x) == (a, b));
                let bye = |p| self.rounds.iter().flat_map(|r| &r.pairings).any(|q| q.a == p && q.b.is_none());
                pairing::swiss(&there, met, bye)
            }
            Format::RoundRobin => {
                let all = pairing::round_robin(self.entrants.len());
                all.into_iter().nth(self.rounds.len()).unwrap_or_default()
            }
            Format::KnockOut => match self.rounds.last() {
                None => pairing::knock_out(self.entrants.len()),
                Some(last) => pairing::next_of_knock_out(&last.pairings.iter().map(|p| self.winner(p)).collect::<Vec<_>>()),
            },
            Format::Ladder => {
                let rungs: Vec<usize> = self.rungs().into_iter().filter(|p| there.contains(p)).collect();
                pairing::ladder(&rungs, self.rounds.len())
            }
        }
    }

    /// How often somebody has had the Union more than the other side.
    fn union_surplus(&self, entrant: usize) -> i64 {
        let pairings = self.rounds.iter().flat_map(|round| &round.pairings).filter(|p| p.a == entrant || p.b == Some(entrant));
        pairings.flat_map(|p| &p.union).map(|union| if *union == entrant { 1 } else { -1 }).sum()
    }

    /// The tables of the last round that are still to be made.
    fn missing(&self) -> Vec<ToMake> {
        let player = |e: usize| Player::Account { id: self.entrants[e].account.clone(), name: self.entrants[e].name.clone() };
        let mut missing = Vec::new();
        for (number, pairing) in self.rounds.last().iter().flat_map(|round| round.pairings.iter().enumerate()) {
            let Some(b) = pairing.b else { continue };
            for (table, first) in pairing.union.iter().enumerate() {
                if pairing.results[table].is_none() && pairing.tables[table].is_empty() {
                    let other = if *first == pairing.a { b } else { pairing.a };
                    let bid = if self.sides == Sides::Bid { self.entrants[*first].bid } else { 0 };
                    missing.push(ToMake { pairing: number, table, players: [player(*first), player(other)], bids: [bid, 0] });
                }
            }
        }
        missing
    }

    /// For people.
    pub fn shown(&self) -> Value {
        let mut shown = json!(self);
        shown["tables_missing"] = json!(self.missing().len());
        for entrant in shown["entrants"].as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
            entrant.remove("bid");
        }
        shown["standings"] = json!(self.standings());
        shown["length"] = json!(self.length());
        shown["pace_words"] = json!(self.pace.words());
        shown["round_done"] = json!(self.rounds.last().is_none_or(|round| round.pairings.iter().all(Pairing::done)));
        shown
    }
}

fn find(desk: &Desk<'_>, id: &str) -> Result<Tournament, No> {
    desk.want(id, "there is no such tournament")
}

/// The tournament, if somebody may run it.
fn run_by(desk: &Desk<'_>, id: &str, by: &Account) -> Result<Tournament, No> {
    let tournament = find(desk, id)?;
    if tournament.director != by.id && by.role < Role::Moderator {
        return Err(No::forbidden("only its director may do that"));
    }
    Ok(tournament)
}

/// A director announces a tournament.
pub fn announce(records: &dyn Records, by: &Account, said: &Announcement, game_title: &str, now: Time) -> Result<Tournament, No> {
    by.must_be(Role::Director)?;
    let title = plain(&said.title, 60);
    if title.chars().count() < 3 {
        return Err(No::field("title", "a tournament has a name of 3 to 60 letters"));
    }
    if !said.pace.sound() || said.days > 90 || said.rounds > 20 {
        return Err(No::field("pace", "at most 20 rounds of at most 90 days, at a pace that makes sense"));
    }
    let tournament = Tournament {
        id: tokens::name(),
        title,
        director: by.id.clone(),
        director_name: by.name.clone(),
        format: said.format,
        sides: said.sides,
        order: said.order.clone(),
        game_title: game_title.into(),
        pace: said.pace,
        delay: read_delay(said.delay)?,
        rounds_wanted: said.rounds.clamp(1, 20),
        days: said.days,
        stage: Stage::Open,
        entrants: Vec::new(),
        rounds: Vec::new(),
        created: now,
    };
    at_desk(records, |desk| desk.put(&tournament))?;
    Ok(tournament)
}

/// Somebody enters, or withdraws.
pub fn enter(records: &dyn Records, id: &str, account: &Account, enters: bool, bid: u64) -> Result<Tournament, No> {
    at_desk(records, |desk| {
        let mut tournament = find(desk, id)?;
        let own = tournament.entrants.iter().position(|e| e.account == account.id);
        match (tournament.stage, enters, own) {
            (Stage::Over, ..) => return Err(No::because("this tournament is over")),
            (Stage::Running, true, _) => return Err(No::because("this tournament has begun")),
            (Stage::Running, false, Some(own)) => tournament.entrants[own].out = true,
            (Stage::Open, false, Some(own)) => drop(tournament.entrants.remove(own)),
            (Stage::Open, true, None) => {
                if tournament.entrants.len() >= MOST {
                    return Err(No::because("this tournament is full"));
                }
                let game = tournament.order["game"].as_str().unwrap_or("");
                let rating = desk.get::<Rating>(&format!("{}/{game}", account.id))?.map_or(1500, |r| r.rating.round() as i32);
                let bid = if tournament.sides == Sides::Bid { read_bid(bid, tournament.pace)? } else { 0 };
                tournament.entrants.push(Entrant { account: account.id.clone(), name: account.name.clone(), rating, out: false, bid });
            }
            (_, true, Some(_)) => return Err(No::because("you have entered already")),
            (_, false, None) => return Err(No::because("you have not entered")),
        }
        desk.put(&tournament)?;
        Ok(tournament)
    })
}

/// The next round, the first too: who meets whom. Returns the tables that are to be made; each is handed in with [`made`].
pub fn next_round(records: &dyn Records, id: &str, by: &Account, now: Time) -> Result<(Tournament, Vec<ToMake>), No> {
    at_desk(records, |desk| {
        let mut tournament = run_by(desk, id, by)?;
        match tournament.stage {
            Stage::Over => return Err(No::because("this tournament is over")),
            Stage::Open if tournament.entrants.len() < 2 => return Err(No::because("two must have entered at least")),
            Stage::Open => {
                // The best first: that is the order of the seeds.
                tournament.entrants.sort_by_key(|e| std::cmp::Reverse(e.rating));
                tournament.stage = Stage::Running;
            }
            Stage::Running => {}
        }
        // Tables that could not be made, because the house was full or fell, are made now.
        let missing = tournament.missing();
        if !missing.is_empty() {
            return Ok((tournament, missing));
        }
        if tournament.rounds.last().is_some_and(|round| !round.pairings.iter().all(Pairing::done)) {
            return Err(No::because("games of this round are still played: decide those that nobody plays any more"));
        }
        let pairs = if tournament.rounds.len() >= tournament.length() { Vec::new() } else { tournament.next_pairs() };
        if pairs.iter().all(|(_, b)| b.is_none()) {
            tournament.stage = Stage::Over;
            desk.put(&tournament)?;
            return Ok((tournament, Vec::new()));
        }
        let pairings: Vec<Pairing> = pairs
            .into_iter()
            .map(|(a, b)| {
                let Some(b) = b else { return Pairing { a, b, tables: Vec::new(), union: Vec::new(), results: Vec::new() } };
                let union = match tournament.sides {
                    Sides::Both => vec![a, b],
                    Sides::Bid if tournament.entrants[a].bid != tournament.entrants[b].bid => {
                        vec![if tournament.entrants[a].bid > tournament.entrants[b].bid { a } else { b }]
                    }
                    Sides::Turns | Sides::Bid if tournament.union_surplus(a) <= tournament.union_surplus(b) => vec![a],
                    Sides::Turns | Sides::Bid => vec![b],
                };
                // Whoever has withdrawn does not play: the other has the points.
                let (out_a, out_b) = (tournament.entrants[a].out, tournament.entrants[b].out);
                let forfeit = (out_a || out_b).then(|| [2 * u32::from(!out_a), 2 * u32::from(!out_b)]);
                let tables = vec![String::new(); union.len()];
                Pairing { a, b: Some(b), results: vec![forfeit; union.len()], tables, union }
            })
            .collect();
        let deadline = (tournament.days > 0).then_some(now + tournament.days * 86_400_000);
        let text = format!("{}: round {} is paired.", tournament.title, tournament.rounds.len() + 1);
        tournament.rounds.push(Round { pairings, began: now, deadline });
        let to_make = tournament.missing();
        desk.put(&tournament)?;
        for entrant in tournament.entrants.iter().filter(|e| !e.out) {
            let link = format!("#/tournament/{id}");
            telling::tell(desk, &entrant.account, &News { kind: "round", text: text.clone(), link }, now)?;
        }
        Ok((tournament, to_make))
    })
}

/// A table was made for a pairing of the last round.
pub fn made(records: &dyn Records, id: &str, pairing: usize, table: usize, name: &str) -> Result<(), No> {
    at_desk(records, |desk| {
        let mut tournament = find(desk, id)?;
        let place = tournament.rounds.last_mut().and_then(|r| r.pairings.get_mut(pairing)).and_then(|p| p.tables.get_mut(table));
        *place.ok_or_else(|| No::because("there is no such pairing"))? = name.into();
        desk.put(&tournament)
    })
}

/// Half points of the two of a pairing, from who won a game and who had the Union.
fn half_points(pairing: &Pairing, table: usize, winner: Option<usize>) -> [u32; 2] {
    let a_is_union = pairing.union.get(table) == Some(&pairing.a);
    match winner {
        None => [1, 1],
        Some(side) if (side == 0) == a_is_union => [2, 0],
        Some(_) => [0, 2],
    }
}

/// A game of a tournament is over.
pub(crate) fn heard(desk: &Desk<'_>, id: &str, game: &Game) -> Result<(), No> {
    let (Some(mut tournament), Some(end)) = (desk.get::<Tournament>(id)?, &game.end) else { return Ok(()) };
    for pairing in tournament.rounds.iter_mut().flat_map(|round| &mut round.pairings) {
        if let Some(table) = pairing.tables.iter().position(|table| *table == game.id)
            && pairing.results[table].is_none()
        {
            pairing.results[table] = Some(half_points(pairing, table, end.winner));
        }
    }
    desk.put(&tournament)
}

/// Somebody has decided a game. One that its players have called off counts for nobody's rating, but the tournament goes on: it is decided here.
fn decided(desk: &Desk<'_>, id: &str, table: &str, winner: Option<usize>, why: &str, now: Time) -> Result<(), No> {
    play::decide(desk, table, winner, why, now)?;
    let mut tournament = find(desk, id)?;
    for pairing in tournament.rounds.iter_mut().flat_map(|round| &mut round.pairings) {
        if let Some(number) = pairing.tables.iter().position(|one| one == table)
            && pairing.results[number].is_none()
        {
            pairing.results[number] = Some(half_points(pairing, number, winner));
        }
    }
    desk.put(&tournament)
}

/// The director decides a game of the last round that nobody plays any more: who wins it, or neither.
pub fn decide(records: &dyn Records, id: &str, by: &Account, table: &str, winner: Option<usize>, now: Time) -> Result<Tournament, No> {
    at_desk(records, |desk| {
        let tournament = run_by(desk, id, by)?;
        if table.is_empty() || !tournament.rounds.iter().flat_map(|r| &r.pairings).any(|p| p.tables.iter().any(|t| t == table)) {
            return Err(No::field("table", "this game is not of this tournament"));
        }
        decided(desk, id, table, winner, "Decided by the director.", now)?;
        crate::order::write(desk, by, "decide", by, table, now)?;
        find(desk, id)
    })
}

/// The time of a round is over: whoever is asked in a game that is still played forfeits it; where both are asked, or neither, it is drawn.
pub fn close_round(records: &dyn Records, id: &str, by: &Account, now: Time) -> Result<Tournament, No> {
    at_desk(records, |desk| {
        let tournament = run_by(desk, id, by)?;
        let round =
            tournament.rounds.last().filter(|_| tournament.stage == Stage::Running).ok_or_else(|| No::because("no round is played"))?;
        if round.deadline.is_none_or(|deadline| deadline > now) {
            return Err(No::because("the time of this round is not over"));
        }
        let open = |pairing: &Pairing| -> Vec<String> {
            let still = pairing.tables.iter().zip(&pairing.results).filter(|(table, result)| result.is_none() && !table.is_empty());
            still.map(|(table, _)| table.clone()).collect()
        };
        for table in round.pairings.iter().flat_map(open) {
            let Some(game) = desk.get::<Game>(&table)? else { continue };
            let winner = match game.clock.asked {
                [true, false] => Some(1),
                [false, true] => Some(0),
                _ => None,
            };
            decided(desk, id, &table, winner, "The time of the round was over.", now)?;
        }
        crate::order::write(desk, by, "close round", by, &tournament.title, now)?;
        find(desk, id)
    })
}

/// All tournaments, the last first.
pub fn all(records: &dyn Records, most: usize) -> Result<Vec<Tournament>, No> {
    at_desk(records, |desk| desk.find("all", "", Span::last(most)))
}

/// One tournament.
pub fn one(records: &dyn Records, id: &str) -> Result<Tournament, No> {
    at_desk(records, |desk| find(desk, id))
}

#[cfg(test)]
mod tests;
