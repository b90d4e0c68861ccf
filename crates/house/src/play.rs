//! A game between people, as the house sees it: who plays which side, at what pace, what they have offered each other, how it ended. The
//! table itself is elsewhere; here it is a name.

use crate::Time;
use crate::account::Account;
use crate::clock::{Clock, Pace};
use crate::desk::{Desk, Document, No, at_desk};
use crate::rating;
use crate::records::{Records, Span, Tab};
use crate::telling::{self, News};
use crate::tournament;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The sides, as they are numbered: Union, Confederate.
pub const SIDES: [&str; 2] = ["union", "confederate"];

/// The number of a side.
pub fn side_of(name: &str) -> Result<usize, No> {
    SIDES.iter().position(|side| *side == name).ok_or_else(|| No::field("side", "a side is union or confederate"))
}

/// Who plays a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
pub enum Player {
    /// Somebody of the house.
    Account {
        /// Who.
        id: String,
        /// His name when he sat down.
        name: String,
    },
    /// A computer.
    Computer {
        /// Its level.
        level: String,
    },
    /// Somebody who came by link, without an account.
    Guest,
    /// Somebody who has left the house.
    Former,
}

impl Player {
    /// Somebody of the house.
    pub fn of(account: &Account) -> Player {
        Player::Account { id: account.id.clone(), name: account.name.clone() }
    }

    /// The id of his account.
    pub fn account(&self) -> Option<&str> {
        match self {
            Player::Account { id, .. } => Some(id),
            _ => None,
        }
    }

    /// What others call him.
    pub fn name(&self) -> String {
        match self {
            Player::Account { name, .. } => name.clone(),
            Player::Computer { level } => format!("the computer ({level})"),
            Player::Guest => "a guest".into(),
            Player::Former => "a former player".into(),
        }
    }

    /// Under which name he is rated.
    pub fn rated_as(&self) -> Option<String> {
        match self {
            Player::Account { id, .. } => Some(id.clone()),
            Player::Computer { level } => Some(format!("computer:{level}")),
            _ => None,
        }
    }
}

/// What one may offer the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Offer {
    /// To let him take back his last decision.
    TakeBack,
    /// To stop the clocks.
    Pause,
    /// A draw.
    Draw,
    /// To call it off: nobody wins, nobody is rated.
    CallOff,
    /// That a computer plays on for whoever offers it. The game counts no more.
    StandIn,
}

impl Offer {
    /// What is offered, in words.
    fn words(self) -> &'static str {
        match self {
            Offer::TakeBack => "to take back the last decision",
            Offer::Pause => "to stop the clocks",
            Offer::Draw => "a draw",
            Offer::CallOff => "to call it off",
            Offer::StandIn => "that a computer plays on",
        }
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct End {
    /// Which side won; neither in a draw, and in a game that was called off.
    pub winner: Option<usize>,
    /// How.
    pub how: How,
    /// In words.
    pub text: String,
    /// When.
    pub at: Time,
}

/// How a game may end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// By its rules, or because a side gave up.
    Played,
    /// A clock ran out and the other claimed it.
    Time,
    /// Both wanted a draw.
    Agreed,
    /// Both wanted to call it off.
    CalledOff,
    /// The director of a tournament decided.
    Forfeit,
}

/// A game between people.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Game {
    /// Its table.
    pub id: String,
    /// The game.
    pub game: String,
    /// The scenario.
    pub scenario: String,
    /// What people call it.
    pub title: String,
    /// Who plays: Union, Confederate.
    pub players: [Player; 2],
    /// The keys of their seats. They are given to nobody else.
    pub keys: [String; 2],
    /// The key for looking on, if anybody may.
    pub spectators: Option<String>,
    /// How many minutes later they see it.
    #[serde(default)]
    pub delay: u32,
    /// How fast.
    pub pace: Pace,
    /// The clocks.
    pub clock: Clock,
    /// Whether it counts.
    pub rated: bool,
    /// What each has offered.
    #[serde(default)]
    pub offers: [Vec<Offer>; 2],
    /// The computers that stand in for them.
    #[serde(default)]
    pub stand_in: [Option<String>; 2],
    /// How much of his time each has given up for his side, in hundredths.
    #[serde(default)]
    pub bids: [u8; 2],
    /// How long the journal was when each last sat there.
    #[serde(default)]
    pub seen: [usize; 2],
    /// When it began.
    pub created: Time,
    /// When something was last decided.
    pub moved: Time,
    /// How it ended, if it has.
    #[serde(default)]
    pub end: Option<End>,
    /// The tournament it belongs to.
    #[serde(default)]
    pub tournament: Option<String>,
    /// How the table was made: for another game like it.
    pub order: Value,
}

impl Document for Game {
    const KIND: &'static str = "game";

    fn id(&self) -> String {
        self.id.clone()
    }

    fn tabs(&self) -> Vec<Tab> {
        let mut tabs: Vec<Tab> = Vec::new();
        for id in self.players.iter().filter_map(Player::account) {
            let tab = Tab::new("player", id, self.moved as i64);
            if !tabs.contains(&tab) {
                tabs.push(tab);
            }
            let running = Tab::new("running", id, self.moved as i64);
            if self.end.is_none() && !tabs.contains(&running) {
                tabs.push(running);
            }
        }
        tabs.push(Tab::new(if self.end.is_none() { "open" } else { "over" }, "", self.moved as i64));
        tabs.extend(self.tournament.iter().map(|id| Tab::new("tournament", id, self.created as i64)));
        tabs
    }
}

/// What agreement asks the table for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Agreed {
    /// Nothing more: an offer stands, or is gone.
    Nothing,
    /// The last decision of that side is taken back.
    TakeBack(usize),
    /// The clocks stand still.
    Paused,
    /// A computer stands in, or does so no more.
    StandIn,
    /// It is over.
    Over,
}

impl Game {
    /// The side that somebody plays.
    pub fn side(&self, account: &str) -> Option<usize> {
        self.players.iter().position(|player| player.account() == Some(account))
    }

    /// Why nothing may be decided now.
    pub fn hold(&self) -> Option<String> {
        match &self.end {
            Some(end) if end.how != How::Played => Some(format!("This game is over: {}", end.text)),
            None if self.clock.stopped => Some("The clocks are stopped, as both have agreed. Either of you can start them again.".into()),
            _ => None,
        }
    }

    /// When a clock runs out if nothing happens, and whose.
    pub fn deadline(&self) -> Option<(usize, Time)> {
        (0..2).filter_map(|side| Some((side, self.clock.deadline(self.pace, side, 0)?))).min_by_key(|(_, at)| *at)
    }

    /// What others may know of it; somebody of the house also which side is his. Whoever looks on later sees no clock: it would tell when something
    /// was decided, and who is asked now.
    pub fn shown(&self, account: Option<&str>) -> Value {
        let mut shown = self.shown_whole(account);
        if self.delay > 0 && self.end.is_none() && account.and_then(|id| self.side(id)).is_none() {
            for hidden in ["clock", "moved", "deadline", "offers", "stand_in"] {
                shown[hidden] = Value::Null;
            }
        }
        shown
    }

    /// What its players may know of it.
    pub fn shown_to_players(&self) -> Value {
        self.shown_whole(None)
    }

    fn shown_whole(&self, account: Option<&str>) -> Value {
        let players: Vec<Value> = self.players.iter().map(|p| json!({ "name": p.name(), "id": p.account(), "player": p })).collect();
        json!({
            "table": self.id, "game": self.game, "scenario": self.scenario, "title": self.title, "players": players,
            "pace": self.pace, "pace_words": self.pace.words(), "clock": self.clock, "rated": self.rated, "offers": self.offers,
            "stand_in": self.stand_in, "bids": self.bids,
            "created": self.created, "moved": self.moved, "end": self.end, "tournament": self.tournament,
            "side": account.and_then(|id| self.side(id)).map(|side| SIDES[side]),
            "seen": account.and_then(|id| self.side(id)).map(|side| self.seen[side]),
            "deadline": self.deadline().map(|(_, at)| at), "watch": self.spectators.is_some(),
            "delay": self.delay,
        })
    }

    /// Somebody has left the house: the game stays, by a former player.
    pub fn forget(&mut self, account: &str) {
        for player in self.players.iter_mut().filter(|player| player.account() == Some(account)) {
            *player = Player::Former;
        }
    }

    fn away(&self, desk: &Desk<'_>, now: Time) -> Result<[Time; 2], No> {
        let mut away = [0, 0];
        if let Pace::Days { .. } = self.pace {
            for (side, player) in self.players.iter().enumerate() {
                if let Some(id) = player.account()
                    && let Some(account) = desk.get::<Account>(id)?
                {
                    away[side] = account.away(self.clock.since, now);
                }
            }
        }
        Ok(away)
    }
}

fn find(desk: &Desk<'_>, table: &str) -> Result<Game, No> {
    desk.want(table, "there is no such game in this house")
}

/// The game that somebody plays at a table, and his side.
fn mine(desk: &Desk<'_>, table: &str, account: &str) -> Result<(Game, usize), No> {
    let game = find(desk, table)?;
    let side = game.side(account).ok_or_else(|| No::forbidden("you do not play here"))?;
    Ok((game, side))
}

/// A game that has just begun is kept.
pub fn begin(records: &dyn Records, game: &Game) -> Result<(), No> {
    at_desk(records, |desk| desk.put(game))
}

/// A game, whoever asks.
pub fn look(records: &dyn Records, table: &str) -> Result<Option<Game>, No> {
    at_desk(records, |desk| desk.get(table))
}

/// What a table says of itself after something was decided there.
#[derive(Clone, Debug)]
pub struct Moved<'a> {
    /// Which sides are asked now.
    pub asked: [bool; 2],
    /// The player phase.
    pub phase: &'a str,
    /// How it ended: who won, and in words.
    pub outcome: Option<(Option<usize>, String)>,
    /// Which sides sit at the table now: they see it themselves.
    pub here: [bool; 2],
    /// How long its journal is.
    pub length: usize,
}

/// Something was decided at a table: the clocks move on, and whoever is asked now is told. Returns the game as it is now.
pub fn moved(records: &dyn Records, table: &str, said: &Moved<'_>, now: Time) -> Result<Option<Game>, No> {
    at_desk(records, |desk| {
        let Some(mut game) = desk.get::<Game>(table)? else { return Ok(None) };
        if game.end.is_some() {
            return Ok(Some(game));
        }
        let away = game.away(desk, now)?;
        let before = game.clock.asked;
        game.clock.moved(game.pace, said.asked, said.phase, now, away);
        game.moved = now;
        (0..2).filter(|side| said.here[*side]).for_each(|side| game.seen[side] = said.length);
        // What was offered was offered for the moment that is gone; a draw stands until it is answered or taken back.
        game.offers.iter_mut().for_each(|offers| offers.retain(|offer| *offer != Offer::TakeBack));
        match &said.outcome {
            Some((winner, text)) => over(desk, &mut game, End { winner: *winner, how: How::Played, text: text.clone(), at: now })?,
            None => {
                for (side, before) in before.into_iter().enumerate() {
                    if said.asked[side] && !before && game.stand_in[side].is_none() {
                        telling::tell_turn(desk, &game, side, said.here[side], now)?;
                    }
                    if said.asked[side] {
                        telling::tell_clock(desk, &game, side)?;
                    }
                    if !said.asked[side] {
                        telling::turn_over(desk, &game, side)?;
                    }
                }
            }
        }
        desk.put(&game)?;
        Ok(Some(game))
    })
}

/// A game is over: it is rated, its tournament hears of it, and both are told.
fn over(desk: &Desk<'_>, game: &mut Game, end: End) -> Result<(), No> {
    game.clock.asked = [false, false];
    game.offers = Default::default();
    let at = end.at;
    let counts = end.how != How::CalledOff;
    let text = format!("{}: {}", game.title, end.text);
    game.end = Some(end);
    if game.rated && counts {
        rating::count(desk, game, at)?;
    }
    if let Some(id) = &game.tournament
        && counts
    {
        tournament::heard(desk, id, game)?;
    }
    for side in 0..2 {
        telling::turn_over(desk, game, side)?;
        if let Some(id) = game.players[side].account() {
            telling::tell(desk, id, &News { kind: "over", text: text.clone(), link: telling::link(game) }, at)?;
        }
    }
    Ok(())
}

/// Offers something, or accepts what the other has offered. A computer and a guest have no say: nothing can be agreed with them. `level` is
/// the computer that would stand in.
pub fn offer(records: &dyn Records, table: &str, account: &str, offer: Offer, level: &str, now: Time) -> Result<(Game, Agreed), No> {
    at_desk(records, |desk| {
        let (mut game, side) = mine(desk, table, account)?;
        if game.end.is_some() {
            return Err(No::because("this game is over"));
        }
        if !matches!(game.players[1 - side], Player::Account { .. }) {
            return Err(No::because("there is nobody to agree with: the other side has no account here"));
        }
        if !game.offers[1 - side].contains(&offer) {
            if !game.offers[side].contains(&offer) {
                game.offers[side].push(offer);
                telling::tell_other(desk, &game, side, "offer", &format!("offers {}", offer.words()), now)?;
            }
            desk.put(&game)?;
            return Ok((game, Agreed::Nothing));
        }
        game.offers.iter_mut().for_each(|offers| offers.retain(|one| *one != offer));
        let end = |how: How, text: &str| End { winner: None, how, text: text.into(), at: now };
        let agreed = match offer {
            Offer::TakeBack => Agreed::TakeBack(1 - side),
            Offer::Pause => {
                let away = game.away(desk, now)?;
                game.clock.stop(game.pace, true, now, away);
                Agreed::Paused
            }
            Offer::StandIn => {
                // Whoever offered it goes; what a computer plays is not his strength.
                game.stand_in[1 - side] = Some(level.into());
                game.rated = false;
                Agreed::StandIn
            }
            Offer::Draw => {
                over(desk, &mut game, end(How::Agreed, "A draw, by agreement."))?;
                Agreed::Over
            }
            Offer::CallOff => {
                over(desk, &mut game, end(How::CalledOff, "Called off, by agreement."))?;
                Agreed::Over
            }
        };
        desk.put(&game)?;
        Ok((game, agreed))
    })
}

/// Takes back what one has offered, or declines what the other has.
pub fn decline(records: &dyn Records, table: &str, account: &str, offer: Offer) -> Result<Game, No> {
    at_desk(records, |desk| {
        let (mut game, _) = mine(desk, table, account)?;
        game.offers.iter_mut().for_each(|offers| offers.retain(|one| *one != offer));
        desk.put(&game)?;
        Ok(game)
    })
}

/// Starts stopped clocks again: either player may.
pub fn go_on(records: &dyn Records, table: &str, account: &str, now: Time) -> Result<Game, No> {
    at_desk(records, |desk| {
        let (mut game, _) = mine(desk, table, account)?;
        if !game.clock.stopped {
            return Err(No::because("the clocks are running"));
        }
        game.clock.stop(game.pace, false, now, [0, 0]);
        desk.put(&game)?;
        Ok(game)
    })
}

/// Whoever let a computer stand in for him plays on himself.
pub fn play_on(records: &dyn Records, table: &str, account: &str) -> Result<Game, No> {
    at_desk(records, |desk| {
        let (mut game, side) = mine(desk, table, account)?;
        if game.stand_in[side].take().is_none() {
            return Err(No::because("nobody stands in for you"));
        }
        desk.put(&game)?;
        Ok(game)
    })
}

/// Claims a game whose other clock has run out.
pub fn claim(records: &dyn Records, table: &str, account: &str, now: Time) -> Result<Game, No> {
    at_desk(records, |desk| {
        let (mut game, side) = mine(desk, table, account)?;
        let away = game.away(desk, now)?;
        if game.end.is_some() || !game.clock.lapsed(game.pace, 1 - side, now, away[1 - side]) {
            return Err(No::because("the other clock has not run out"));
        }
        let text = format!("{} ran out of time.", game.players[1 - side].name());
        over(desk, &mut game, End { winner: Some(side), how: How::Time, text, at: now })?;
        desk.put(&game)?;
        Ok(game)
    })
}

/// The director of a tournament decides a game.
pub(crate) fn decide(desk: &Desk<'_>, table: &str, winner: Option<usize>, why: &str, now: Time) -> Result<Game, No> {
    let mut game = find(desk, table)?;
    if game.end.is_none() {
        over(desk, &mut game, End { winner, how: How::Forfeit, text: why.into(), at: now })?;
        desk.put(&game)?;
    }
    Ok(game)
}

/// The games of somebody, those in which something was decided last first.
pub fn games_of(records: &dyn Records, account: &str, running: bool, most: usize) -> Result<Vec<Game>, No> {
    at_desk(records, |desk| desk.find(if running { "running" } else { "player" }, account, Span::last(most)))
}

/// Games that anybody may look at.
pub fn to_watch(records: &dyn Records, most: usize) -> Result<Vec<Game>, No> {
    let open = at_desk(records, |desk| desk.find::<Game>("open", "", Span::last(most * 2)))?;
    Ok(open.into_iter().filter(|game| game.spectators.is_some()).take(most).collect())
}

/// A guest who has registered keeps the games that he has keys for.
pub fn keep_game(records: &dyn Records, game: &Game, side: usize, account: &Account) -> Result<(), No> {
    at_desk(records, |desk| {
        let mut kept = desk.get::<Game>(&game.id)?.unwrap_or_else(|| game.clone());
        match &kept.players[side] {
            Player::Guest => kept.players[side] = Player::of(account),
            player if player.account() == Some(&account.id) => {}
            _ => return Err(No::forbidden("this seat is somebody else's")),
        }
        kept.keys[side] = game.keys[side].clone();
        desk.put(&kept)
    })
}
