use engine::contract::{Asks, Choice};
use engine::table::Kind;
use engine::words::Role;
use engine::{Seat, View};
use players::SHELF;
use school::course::{Phase, leads_to};
use school::lesson::Asked;
use school::pattern::Pattern;
use school::{Class, Lesson, lessons};
use serde_json::Value;
use std::collections::HashSet;

/// A page that is longer than this does not fit under the map of a phone.
const LONGEST_PAGE: usize = 430;
/// A fight must be won by somebody who knows the game within so many tries, or nobody who learns it wins it.
const TRIES: u64 = 6;
/// Of those tries so many must be won: dice may spoil one or two, a bad way spoils more.
const ENOUGH: usize = 4;
/// So many of the things that are not asked are tried at each step; of more, some from everywhere.
const MOST_TURNS: usize = 24;
/// Nobody decides so often in a small fight.
const MOST_DECISIONS: usize = 600;

fn kind(lesson: &Lesson) -> &'static dyn Kind {
    *SHELF.iter().find(|kind| kind.catalogue().game == lesson.game).unwrap_or_else(|| panic!("no game {}", lesson.game))
}

fn begin(lesson: &'static Lesson, seed: u64) -> Class {
    Class::begin(lesson, kind(lesson), seed).unwrap_or_else(|fault| panic!("{}: {fault}", name(lesson)))
}

fn name(lesson: &Lesson) -> String {
    format!("{}/{}", lesson.game, lesson.id)
}

/// The lessons to look at: all, or those whose name holds `LONGROLL_LESSON`.
fn chosen() -> impl Iterator<Item = &'static Lesson> {
    let wanted = std::env::var("LONGROLL_LESSON").unwrap_or_default();
    lessons().iter().filter(move |lesson| name(lesson).contains(&wanted))
}

#[test]
fn every_lesson_is_played_to_its_end_and_tries_wrong_turns() {
    let faults: Vec<String> = chosen().flat_map(play).collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// Plays a lesson up to its fight or end; what is wrong with it.
fn play(lesson: &'static Lesson) -> Vec<String> {
    let mut faults = Vec::new();
    let mut class = match Class::begin(lesson, kind(lesson), 1) {
        Ok(class) => class,
        Err(fault) => return vec![format!("{}: {fault}", name(lesson))],
    };
    loop {
        let stand = class.stand();
        let place = format!("{} scene {}", name(lesson), stand.scene);
        faults.extend(pages(lesson, &class).into_iter().map(|fault| format!("{place}: {fault}")));
        if stand.phase != Phase::Ask {
            break;
        }
        faults.extend(wrong_turns(&mut class).into_iter().map(|fault| format!("{place}: {fault}")));
        let Some(answer) = stand.answer else {
            faults.push(format!("{place}: what is asked is not listed; there is {}", listed(&class)));
            break;
        };
        faults.extend(odds(&class, &answer).into_iter().map(|fault| format!("{place}: {fault}")));
        if let Err(refusal) = class.act(&answer.action) {
            faults.push(format!("{place}: {refusal}"));
            break;
        }
    }
    let over = matches!(class.stand().phase, Phase::Done | Phase::Fight);
    if !over && faults.is_empty() {
        faults.push(format!("{}: it does not come to its end", name(lesson)));
    }
    faults
}

fn listed(class: &Class) -> String {
    let asked = class.table.actor(Seat::Referee);
    let choices = class.table.choices(class.seat(), None).unwrap_or_default();
    let few: Vec<String> = choices.iter().take(40).map(|c| c.action.to_string()).collect();
    format!("{:?} {:?} {}", asked.actor, asked.prompt, few.join(" "))
}

/// Tries everything that is not asked, and every mistake that the lesson speaks of: each is answered, and nothing changes.
fn wrong_turns(class: &mut Class) -> Vec<String> {
    let mut faults = Vec::new();
    let scene = class.lesson.progress(class.table.as_ref()).scene;
    let lesson = class.lesson;
    let scene = &lesson.scenes[scene];
    let before = class.table.hash();
    let asked = class.table.actor(Seat::Referee);
    if asked.actor.side() != Some(lesson.side) && asked.actor != Asks::Both {
        return vec![format!("the pupil is not asked, but {:?}: {}", asked.actor, asked.prompt)];
    }
    let choices = class.table.choices(class.seat(), None).unwrap_or_default();
    for pattern in scene.patterns() {
        let met = lesson.permits(class.table.as_ref(), &pattern.as_action()).is_ok();
        if !met && !choices.iter().any(|c| pattern.meets(&c.action, leads_to(c))) && matches!(scene.asked, Asked::OneOf(_)) {
            faults.push(format!("{} is asked but neither listed nor legal; there is {}", pattern.as_action(), listed(class)));
        }
    }
    let mut tried = 0;
    // Of a task with several parts the first is where its mistakes are judged.
    let begun = matches!(scene.asked, Asked::Each(_)) && class.stand().left < scene.patterns().len();
    for mistake in scene.wrong.iter().filter(|_| !begun) {
        let action = mistake.action.as_action();
        let ruled = class.table.why(class.seat(), &action);
        match (&mistake.rule, ruled) {
            (Some(rule), Err(refusal)) if refusal.rule.as_ref() == Some(rule) => {}
            (None, Ok(())) => {}
            (said, found) => faults.push(format!("the mistake {action} is said to fall under {said:?}, the rules say {found:?}")),
        }
        match class.act(&action) {
            Ok(()) => {
                faults.push(format!("the mistake {action} is done"));
                return faults;
            }
            Err(refusal) if refusal.because == mistake.because => tried += 1,
            Err(refusal) => faults.push(format!("the mistake {action} is answered with {refusal}")),
        }
    }
    let every = choices.len().div_ceil(MOST_TURNS).max(1);
    for Choice { action, .. } in choices.into_iter().step_by(every) {
        if lesson.permits(class.table.as_ref(), &action).is_ok() {
            continue;
        }
        match class.act(&action) {
            Err(refusal) if !refusal.because.is_empty() => tried += 1,
            other => {
                faults.push(format!("{action} is not asked, but {other:?}"));
                return faults;
            }
        }
    }
    if class.table.hash() != before {
        faults.push("a mistake has changed the position".into());
    }
    let forced = scene.patterns().len() == 1 && class.table.choices(class.seat(), None).is_ok_and(|c| c.len() == 1);
    if tried == 0 && !forced && !begun {
        faults.push("no wrong turn can be tried".into());
    }
    faults
}

/// The column that the lesson speaks of is that of the battle.
fn odds(class: &Class, answer: &Choice) -> Option<String> {
    let scene = &class.lesson.scenes[class.lesson.progress(class.table.as_ref()).scene];
    let said = scene.odds.as_ref()?;
    let battle = class.table.preview(class.seat(), &answer.action).ok().flatten();
    let battle = battle.or_else(|| class.table.view(class.seat()).battle);
    let found = battle.as_ref().and_then(|b| b.columns.first()).map(|c| c.label.clone());
    (found.as_ref() != Some(said)).then(|| format!("it speaks of {said}, the battle has {found:?}"))
}

/// What is said and shown is there: hexes, pieces, rules.
fn pages(lesson: &Lesson, class: &Class) -> Vec<String> {
    let stand = class.stand();
    let view = class.table.view(class.seat());
    let rules: HashSet<&str> = kind(lesson).rules().iter().map(|r| r.id.as_str()).collect();
    let mut faults = Vec::new();
    for page in &stand.pages {
        if page.text.chars().count() > LONGEST_PAGE {
            faults.push(format!("a page of {} signs: {}", page.text.chars().count(), page.text));
        }
        faults.extend(page.hexes.iter().filter(|h| !is_hex(&view, h)).map(|h| format!("no hex {h}")));
        let seen = |id: &&String| view.pieces.iter().any(|p| p.id == **id && p.hex.is_some());
        faults.extend(page.pieces.iter().filter(|id| !seen(id)).map(|id| format!("no piece {id} on the map")));
        faults.extend(words(&page.text, lesson, &view, &rules));
    }
    if let Some(task) = &stand.task {
        faults.extend(words(task, lesson, &view, &rules));
    }
    for scene in &lesson.scenes {
        let answers = scene.wrong.iter().map(|m| &m.because).chain(&scene.otherwise);
        faults.extend(answers.flat_map(|text| words(text, lesson, &view, &rules)));
    }
    faults
}

fn is_hex(view: &View, name: &str) -> bool {
    boards::by_id(&view.board).is_some_and(|board| board.grid.parse(name).is_ok())
}

/// Hexes and rules that a text names are there.
fn words(text: &str, lesson: &Lesson, view: &View, rules: &HashSet<&str>) -> Vec<String> {
    let signs = |c: char| !(c.is_alphanumeric() || c == '-' || c == '.');
    let words = text.split(signs).map(|w| w.trim_end_matches('.'));
    let is_number = |word: &&str| word.len() == 4 && word.chars().all(|c| c.is_ascii_digit());
    let year = |word: &&str| word.starts_with("18") && lesson_speaks_of_years(text, word);
    let mut faults = Vec::new();
    // A client makes links of what stands in brackets.
    for cited in text.split('(').skip(1).filter_map(|rest| rest.split(')').next()).flat_map(|inside| inside.split(", ")) {
        if looks_like_a_rule(cited) && !rules.contains(cited) {
            faults.push(format!("{} cites {cited}, which is no rule", name(lesson)));
        }
    }
    for word in words {
        if rules.contains(word) && !text.contains(&format!("({word}")) && !text.contains(&format!(", {word}")) {
            faults.push(format!("{} cites {word} outside of brackets", name(lesson)));
        }
        if is_number(&word) && !year(&word) && !is_hex(view, word) {
            faults.push(format!("{} names the hex {word}, which is not on the map", name(lesson)));
        }
    }
    faults
}

/// Capitals and perhaps digits, a line, and more: `BG-7.6-Ex`, `C61-ZONE-1`.
fn looks_like_a_rule(word: &str) -> bool {
    let capitals = |part: &str| part.len() > 1 && part.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    !word.contains(' ') && word.split_once('-').is_some_and(|(prefix, rest)| capitals(prefix) && !rest.is_empty())
}

/// 1863 after a month or "in" is a year.
fn lesson_speaks_of_years(text: &str, year: &str) -> bool {
    ["in ", "November ", "April ", "May ", "July ", "of "].iter().any(|before| text.contains(&format!("{before}{year}")))
}

#[test]
fn every_fight_can_be_won_and_comes_to_an_end() {
    // Beside one another: a fight against a computer that thinks takes its time.
    let faults: Vec<String> = std::thread::scope(|threads| {
        let tried: Vec<_> = chosen().map(|lesson| threads.spawn(move || try_fight(lesson))).collect();
        tried.into_iter().flat_map(|one| one.join().unwrap()).collect()
    });
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// Fights at the end of a lesson in every manner; what is wrong with it.
fn try_fight(lesson: &'static Lesson) -> Vec<String> {
    let mut faults = Vec::new();
    let wins = |manner: Manner| (1..=TRIES).filter(|seed| fight(lesson, *seed, manner)).count();
    let (won, lucky, idle) = (wins(Manner::Knows), wins(Manner::Anything), wins(Manner::Nothing));
    println!("{}: of {TRIES} somebody who knows how wins {won}, at random {lucky}, doing nothing {idle}", name(lesson));
    if won < ENOUGH {
        faults.push(format!("{}: somebody who knows how wins only {won} of {TRIES}", name(lesson)));
    }
    if lucky == TRIES as usize {
        faults.push(format!("{}: anybody wins it", name(lesson)));
    }
    if idle > 0 {
        faults.push(format!("{}: it is won by doing nothing, {idle} of {TRIES} times", name(lesson)));
    }
    faults
}

/// How somebody fights.
#[derive(Clone, Copy, PartialEq)]
enum Manner {
    /// As the lesson's way says, and by common sense where it says nothing.
    Knows,
    /// Whatever comes to mind.
    Anything,
    /// He finishes, stays and passes wherever he may.
    Nothing,
}

/// What somebody does who wants to do nothing: the first thing that ends or leaves something, and the first of all where he must decide.
fn nothing(class: &Class) -> Value {
    let legal = class.table.choices(class.seat(), None).unwrap();
    let idle = |role: Role| legal.iter().find(|choice| choice.shown.role == role);
    [Role::Finish, Role::Stay, Role::Pass].into_iter().find_map(idle).unwrap_or(&legal[0]).action.clone()
}

/// Whether somebody wins the fight of a lesson in this manner.
fn fight(lesson: &'static Lesson, seed: u64, manner: Manner) -> bool {
    let mut class = begin(lesson, seed);
    lesson.skip_to_fight(class.table.as_mut()).unwrap_or_else(|fault| panic!("{}: {fault}", name(lesson)));
    class.go_on().unwrap();
    let way = lesson.fight().map_or(&[][..], |fight| &fight.way);
    let mut mind = class.table.hire(if manner == Manner::Knows { "greedy" } else { "random" }, seed).unwrap();
    for _ in 0..MOST_DECISIONS {
        match class.stand().phase {
            Phase::Done => return true,
            Phase::Lost => return false,
            Phase::Ask | Phase::Fight => {}
        }
        let known = || {
            let legal = class.table.choices(class.seat(), None).unwrap_or_default();
            let met = |pattern: &Pattern| legal.iter().find(|c| pattern.meets(&c.action, leads_to(c))).map(|c| c.action.clone());
            way.iter().find_map(met)
        };
        let action = match manner {
            Manner::Knows => known(),
            Manner::Anything => None,
            Manner::Nothing => Some(nothing(&class)),
        };
        let action = action.unwrap_or_else(|| mind.decide(&class.table.moment(class.seat()).unwrap()).unwrap());
        class.act(&action).unwrap_or_else(|fault| panic!("{}: {fault}", name(lesson)));
    }
    panic!("{}: the fight does not end", name(lesson));
}

#[test]
fn what_was_done_may_be_taken_back_until_the_script_goes_on() {
    for lesson in chosen() {
        let mut class = begin(lesson, 1);
        while let Some(answer) = class.stand().answer {
            let before = (class.stand(), class.table.hash());
            class.act(&answer.action).unwrap();
            if class.undo().is_ok() {
                assert_eq!((class.stand(), class.table.hash()), before, "{}", name(lesson));
                class.act(&answer.action).unwrap();
            }
        }
    }
}

#[test]
fn a_kept_journal_is_a_kept_lesson() {
    for lesson in chosen() {
        let mut class = begin(lesson, 1);
        while let Some(answer) = class.stand().answer {
            class.act(&answer.action).unwrap();
        }
        let mut again = lesson.open(kind(lesson), 1).unwrap();
        class.table.entries(0).iter().for_each(|entry| again.follow(entry).unwrap());
        assert_eq!(lesson.stand(again.as_ref()), class.stand(), "{}", name(lesson));
    }
}

#[test]
fn lessons_have_names_of_their_own_and_follow_one_another() {
    let mut names = HashSet::new();
    for lesson in lessons() {
        assert!(lesson.fight().is_some(), "{} ends without a fight", name(lesson));
        assert!(names.insert(name(lesson)), "two lessons {}", name(lesson));
        assert!((1..=10).contains(&lesson.minutes), "{}", name(lesson));
        assert!(lesson.next().is_none_or(|next| next.game == lesson.game && next.id != lesson.id));
    }
}
