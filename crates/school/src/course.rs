//! How far somebody is in a lesson, what he may do now, and what is done for him. All of it follows from the journal of the table.

use crate::fight::Fortune;
use crate::lesson::{Asked, Lesson, Scene};
use crate::pattern::Pattern;
use crate::puzzle::Attempt;
use engine::Seat;
use engine::contract::Choice;
use engine::table::{Refusal, Table};
use engine::words::{EventKind, Target};
use serde::Serialize;
use serde_json::Value;

/// A page for a person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "LessonPage"))]
pub struct Page {
    /// What is said.
    pub text: String,
    /// The hexes that are shown.
    pub hexes: Vec<String>,
    /// The pieces that are shown.
    pub pieces: Vec<String>,
}

/// Where a lesson stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "LessonPhase"))]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Something is asked.
    Ask,
    /// The fight is on.
    Fight,
    /// The fight is lost.
    Lost,
    /// The lesson is done.
    Done,
}

/// How a lesson stands, for a person.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "LessonStand", optional_fields))]
pub struct Stand {
    /// The game.
    pub game: String,
    /// The lesson.
    pub lesson: String,
    /// The lesson for people.
    pub title: String,
    /// Where it stands.
    pub phase: Phase,
    /// The number of the scene, from 1.
    pub scene: usize,
    /// How many scenes there are.
    pub scenes: usize,
    /// What is said, page by page.
    pub pages: Vec<Page>,
    /// What shall be done, in a line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<String>,
    /// How much of the task is left, where it has several parts.
    pub left: usize,
    /// Something that is asked for, to be shown or done for the pupil.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<Choice>,
    /// The lesson after this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// If it is a puzzle and no lesson: how the attempt stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<Attempt>,
}

/// How far somebody is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The scene.
    pub scene: usize,
    /// How much of its script is done.
    led: usize,
    /// Which of the parts of its task are done.
    met: Vec<bool>,
    /// The number of steps of the game that led here.
    steps: usize,
    /// The step at which this scene's script was done.
    begun: usize,
}

impl Lesson {
    /// How far somebody is at a table of this lesson.
    pub fn progress(&self, table: &dyn Table) -> Progress {
        let journal = table.entries(0);
        let mut at = Progress { scene: 0, led: 0, met: Vec::new(), steps: 0, begun: 0 };
        for number in in_force(&journal) {
            let action = &journal[number]["action"];
            // Where a way led that is not said in the action itself was told when it was marched.
            let end = if tells_way_only(action) { led_to(table, number) } else { None };
            self.follow(&mut at, action, end.as_deref());
        }
        at
    }

    /// One more entry of the journal that is in force: an action and where it led, or dice.
    fn follow(&self, at: &mut Progress, action: &Value, end: Option<&str>) {
        at.steps += 1;
        let scene = &self.scenes[at.scene];
        if at.led < scene.lead.len() {
            at.led += 1;
            at.begun = at.steps;
            return;
        }
        let patterns = scene.patterns();
        at.met.resize(patterns.len(), false);
        if let Some(met) = (0..patterns.len()).find(|i| !at.met[*i] && patterns[*i].meets(action, end)) {
            at.met[met] = true;
        }
        let done = match scene.asked {
            Asked::OneOf(_) => at.met.contains(&true),
            Asked::Each(_) => !at.met.contains(&false),
            Asked::Fight(_) | Asked::Nothing => false,
        };
        if done {
            *at = Progress { scene: at.scene + 1, led: 0, met: Vec::new(), steps: at.steps, begun: at.steps };
        }
    }

    /// How the fight stands, if one is on.
    fn fortune(&self, table: &dyn Table, at: &Progress) -> Result<Fortune, Refusal> {
        let scene = &self.scenes[at.scene];
        match &scene.asked {
            Asked::Fight(fight) if at.led == scene.lead.len() => fight.fortune(table, self.side, at.begun),
            _ => Ok(Fortune::Open),
        }
    }

    /// Where the lesson stands.
    pub fn phase(&self, table: &dyn Table) -> Phase {
        self.phase_at(table, &self.progress(table))
    }

    fn phase_at(&self, table: &dyn Table, at: &Progress) -> Phase {
        match (&self.scenes[at.scene].asked, self.fortune(table, at)) {
            (Asked::Nothing, _) | (_, Ok(Fortune::Won)) => Phase::Done,
            (_, Ok(Fortune::Lost)) => Phase::Lost,
            (Asked::Fight(_), _) => Phase::Fight,
            _ => Phase::Ask,
        }
    }

    /// How it stands, for a person.
    pub fn stand(&self, table: &dyn Table) -> Stand {
        let at = self.progress(table);
        let phase = self.phase_at(table, &at);
        let scene = &self.scenes[at.scene];
        let shown = match phase {
            Phase::Done => &self.scenes[self.scenes.len() - 1],
            _ => scene,
        };
        let page = |text: &str| Page { text: text.into(), hexes: Vec::new(), pieces: Vec::new() };
        let mut pages: Vec<Page> =
            shown.pages.iter().map(|p| Page { text: p.text.clone(), hexes: p.hexes.clone(), pieces: p.pieces.clone() }).collect();
        if phase == Phase::Lost
            && let Asked::Fight(fight) = &scene.asked
        {
            pages = vec![page(&fight.lost)];
        }
        let task = scene.task.clone().filter(|_| matches!(phase, Phase::Ask | Phase::Fight));
        let left = match scene.asked {
            Asked::Each(ref parts) => parts.len() - at.met.iter().filter(|met| **met).count(),
            _ => usize::from(phase == Phase::Ask),
        };
        let number = if phase == Phase::Done { self.scenes.len() } else { at.scene + 1 };
        Stand {
            game: self.game.clone(),
            lesson: self.id.clone(),
            title: self.title.clone(),
            phase,
            scene: number,
            scenes: self.scenes.len(),
            pages,
            task,
            left,
            answer: (phase == Phase::Ask).then(|| self.answer_at(table, &at)).flatten(),
            next: self.next().map(|next| next.id.clone()),
            puzzle: None,
        }
    }

    /// Something that is asked for now, if it is listed.
    pub fn answer(&self, table: &dyn Table) -> Option<Choice> {
        self.answer_at(table, &self.progress(table))
    }

    fn answer_at(&self, table: &dyn Table, at: &Progress) -> Option<Choice> {
        let seat = Seat::from(self.side);
        let wanted: Vec<&Pattern> = self.wanted(at).collect();
        let meets = |choice: &Choice| wanted.iter().any(|p| p.meets(&choice.action, leads_to(choice)));
        for able in table.subjects(seat).ok()? {
            // Words are made only for whoever can do something of the kind: a whole army has thousands of choices.
            let kind = |action: &Value| tells_way_only(action) || wanted.iter().any(|p| p.meets(action, None));
            if !table.legal(seat, Some(&able.subject)).is_ok_and(|legal| legal.iter().any(kind)) {
                continue;
            }
            if let Some(choice) = table.choices(seat, Some(&able.subject)).ok()?.into_iter().find(meets) {
                return Some(choice);
            }
        }
        table.out_of_turn(seat).into_iter().find(meets)
    }

    /// What is still asked for.
    fn wanted<'a>(&'a self, at: &'a Progress) -> impl Iterator<Item = &'a Pattern> {
        let patterns = self.scenes[at.scene].patterns().iter().enumerate();
        patterns.filter(|(i, _)| !at.met.get(*i).copied().unwrap_or(false)).map(|(_, pattern)| pattern)
    }

    /// Whether the pupil may do this now; if not, why. What the rules forbid they refuse themselves, with the lesson's word for it
    /// where it has one; what they allow is a mistake if something else is asked.
    pub fn permits(&self, table: &dyn Table, action: &Value) -> Result<(), Refusal> {
        let at = self.progress(table);
        let scene = &self.scenes[at.scene];
        match self.phase_at(table, &at) {
            Phase::Fight => return Ok(()),
            Phase::Ask => {}
            Phase::Lost => return Err(Refusal::because("This fight is over. Begin it again.")),
            Phase::Done => return Err(Refusal::because("This lesson is done.")),
        }
        let listed = if tells_way_only(action) { table.choices(self.side.into(), None).unwrap_or_default() } else { Vec::new() };
        let end = listed.iter().find(|choice| choice.action == *action).and_then(leads_to);
        let known = scene.wrong.iter().find(|mistake| mistake.action.meets(action, end));
        if let Err(refusal) = table.why(self.side.into(), action) {
            return Err(match known {
                Some(mistake) => Refusal { because: mistake.because.clone(), ..refusal },
                None => refusal,
            });
        }
        if self.wanted(&at).any(|pattern| pattern.meets(action, end)) {
            return Ok(());
        }
        let task = scene.task.as_deref().unwrap_or_default();
        Err(Refusal::because(match (known, &scene.otherwise) {
            (Some(mistake), _) => mistake.because.clone(),
            (None, Some(otherwise)) => otherwise.clone(),
            (None, None) => format!("The rules allow that, but this lesson wants something else. {task}"),
        }))
    }

    /// A refusal of what somebody meant who took pieces and pointed at a hex, with the lesson's word for it where it has one.
    pub fn explained(&self, table: &dyn Table, pieces: &[String], to: Option<&str>, refusal: Refusal) -> Refusal {
        let scene = &self.scenes[self.progress(table).scene];
        let names: Vec<&str> = pieces.iter().map(String::as_str).chain(to).collect();
        // Pointing lays a way of its own, which may fail sooner than the hex it leads to: the lesson's word is for the hex.
        let known = scene.wrong.iter().find(|m| m.rule.is_some() && m.action.speaks_of(&names));
        match known {
            Some(mistake) => Refusal { rule: mistake.rule.clone(), because: mistake.because.clone(), ..refusal },
            None => refusal,
        }
    }

    /// Whether the pupil may take back his last decision: not what the script has done since.
    pub fn may_undo(&self, table: &dyn Table) -> Result<(), Refusal> {
        let at = self.progress(table);
        match self.phase_at(table, &at) {
            Phase::Lost | Phase::Done => Err(Refusal::because("This lesson is over: there is nothing to take back.")),
            _ if at.steps == at.begun && at.led > 0 => {
                Err(Refusal::because("The lesson has gone on since: this cannot be taken back. You may begin it again."))
            }
            _ => Ok(()),
        }
    }

    /// Does what the script has to do now.
    pub fn go_on(&self, table: &mut dyn Table) -> Result<(), Refusal> {
        let mut at = self.progress(table);
        while let Some(scripted) = self.scenes[at.scene].lead.get(at.led) {
            match (&scripted.roll, &scripted.action) {
                (Some(values), None) => table.roll(Seat::Referee, Some(values))?,
                (None, Some(action)) => table.apply(scripted.by.unwrap_or(self.side).into(), action)?,
                _ => return Err(Refusal::because("a script has a roll or a decision, and one of them")),
            };
            at = self.progress(table);
        }
        Ok(())
    }

    /// Whether the fight is on: from there on dice and the other side are free.
    pub fn fights(&self, table: &dyn Table) -> bool {
        self.phase(table) == Phase::Fight
    }

    /// Does everything that is asked up to the fight, for somebody who has done it before.
    pub fn skip_to_fight(&self, table: &mut dyn Table) -> Result<(), Refusal> {
        self.go_on(table)?;
        while self.phase(table) == Phase::Ask {
            let answer = self.answer(table).ok_or_else(|| Refusal::because("nothing that is asked can be done"))?;
            table.apply(self.side.into(), &answer.action)?;
            self.go_on(table)?;
        }
        Ok(())
    }
}

/// The hex to which a choice leads.
pub fn leads_to(choice: &Choice) -> Option<&str> {
    match &choice.shown.target {
        Target::Hex(hex) => Some(hex),
        _ => choice.shown.path.last().map(String::as_str),
    }
}

/// The numbers of the entries of a journal that were not taken back. An undo takes back the last of them.
pub(crate) fn in_force(journal: &[Value]) -> Vec<usize> {
    let mut numbers = Vec::new();
    for (number, entry) in journal.iter().enumerate() {
        if entry.get("undo").is_some() {
            numbers.pop();
        } else {
            numbers.push(number);
        }
    }
    numbers
}

/// Whether an action says its way and not its end.
fn tells_way_only(action: &Value) -> bool {
    action.get("path").is_some() && action.get("to").is_none()
}

/// The hex to which an entry of the journal led somebody.
fn led_to(table: &dyn Table, number: usize) -> Option<String> {
    let moves = |kind: EventKind| matches!(kind, EventKind::March | EventKind::Enter | EventKind::Retreat | EventKind::Advance);
    let mut told = table.page(Seat::Referee, number, 1).into_iter().flat_map(|logged| logged.told);
    told.rfind(|told| moves(told.kind)).and_then(|told| told.hexes.last().cloned())
}

impl Scene {
    /// What is asked, as patterns.
    pub fn patterns(&self) -> &[Pattern] {
        match &self.asked {
            Asked::OneOf(patterns) | Asked::Each(patterns) => patterns,
            Asked::Fight(_) | Asked::Nothing => &[],
        }
    }
}
