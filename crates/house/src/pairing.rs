//! Who meets whom in a tournament. Players are numbers in the order of their seeds; what is here knows nothing else of them.

use std::collections::BTreeSet;

/// A pairing: the second is nobody for whoever has a bye.
pub type Pair = (usize, Option<usize>);

/// How many ways of pairing are tried before a second meeting is borne.
const TRIES: usize = 20_000;

/// A round of a Swiss tournament: those with as many points meet as far as it goes, nobody meets the same twice or has a bye twice. `order`
/// has those who still play, the best first; `met` says whether two have met, `bye` who has had one.
pub fn swiss(order: &[usize], met: impl Fn(usize, usize) -> bool, bye: impl Fn(usize) -> bool) -> Vec<Pair> {
    let mut left = order.to_vec();
    let mut pairs = Vec::new();
    if left.len() % 2 == 1 {
        // The last who has had none; if all have, the last.
        let place = left.iter().rposition(|player| !bye(*player)).unwrap_or(left.len() - 1);
        pairs.push((left.remove(place), None));
    }
    let mut tries = TRIES;
    let found = match_up(&left, &met, &mut tries).unwrap_or_else(|| left.chunks(2).map(|two| (two[0], Some(two[1]))).collect());
    found.into_iter().chain(pairs).collect()
}

/// The first meets the nearest below him whom he has not met and who leaves the others a way.
fn match_up(left: &[usize], met: &impl Fn(usize, usize) -> bool, tries: &mut usize) -> Option<Vec<Pair>> {
    let Some((first, rest)) = left.split_first() else { return Some(Vec::new()) };
    for (i, other) in rest.iter().enumerate().filter(|(_, other)| !met(*first, **other)) {
        *tries = tries.checked_sub(1)?;
        let others: Vec<usize> = rest.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, p)| *p).collect();
        if let Some(mut pairs) = match_up(&others, met, tries) {
            pairs.insert(0, (*first, Some(*other)));
            return Some(pairs);
        }
    }
    None
}

/// All rounds in which everybody meets everybody once.
pub fn round_robin(count: usize) -> Vec<Vec<Pair>> {
    let even = count + count % 2;
    let seat = |round: usize, place: usize| if place == 0 { 0 } else { 1 + (place - 1 + round) % (even - 1) };
    let meets = |round: usize, i: usize| {
        let (a, b) = (seat(round, i), seat(round, even - 1 - i));
        // Whoever sits fast would always be first: every other round it is the other.
        if i == 0 && round % 2 == 1 { (b, a) } else { (a, b) }
    };
    let real = |(a, b): (usize, usize)| match (a < count, b < count) {
        (true, true) => Some((a, Some(b))),
        (true, false) => Some((a, None)),
        (false, true) => Some((b, None)),
        (false, false) => None,
    };
    (0..even.saturating_sub(1)).map(|round| (0..even / 2).filter_map(|i| real(meets(round, i))).collect()).collect()
}

/// The first round of a knock-out: the best meet the worst, and the best have the byes. The winners of neighbours meet next.
pub fn knock_out(count: usize) -> Vec<Pair> {
    let mut bracket = vec![0];
    while bracket.len() < count {
        let size = bracket.len() * 2;
        bracket = bracket.iter().flat_map(|seed| [*seed, size - 1 - seed]).collect();
    }
    bracket
        .chunks(2)
        .filter(|two| two.len() == 2)
        .map(|two| (two[0].min(two[1]), Some(two[0].max(two[1])).filter(|b| *b < count)))
        .collect()
}

/// The next round of a knock-out: those who won, in the order of the bracket.
pub fn next_of_knock_out(winners: &[usize]) -> Vec<Pair> {
    winners.chunks(2).map(|two| (two[0], two.get(1).copied())).collect()
}

/// A round of a ladder: neighbours meet, every other round one rung further down.
pub fn ladder(order: &[usize], round: usize) -> Vec<Pair> {
    let from = round % 2;
    order
        .iter()
        .take(from)
        .map(|top| (*top, None))
        .chain(order[from.min(order.len())..].chunks(2).map(|two| (two[0], two.get(1).copied())))
        .collect()
}

/// Whether everybody is in a round once.
pub fn is_whole(pairs: &[Pair], players: &[usize]) -> bool {
    let mut seen = BTreeSet::new();
    let all = pairs.iter().flat_map(|(a, b)| std::iter::once(*a).chain(*b));
    let mut once = true;
    all.for_each(|player| once &= seen.insert(player));
    once && seen == players.iter().copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swiss_rounds_are_whole_and_nobody_meets_twice() {
        for count in [2, 3, 5, 8, 9, 29] {
            let players: Vec<usize> = (0..count).collect();
            let (mut met, mut byes) = (BTreeSet::new(), BTreeSet::new());
            let mut order = players.clone();
            for round in 0..(count - 1).min(5) {
                let pairs = swiss(&order, |a, b| met.contains(&(a.min(b), a.max(b))), |p| byes.contains(&p));
                assert!(is_whole(&pairs, &players), "{count} {round} {pairs:?}");
                for (a, b) in pairs {
                    match b {
                        Some(b) => assert!(met.insert((a.min(b), a.max(b))), "{count}: {a} and {b} meet twice"),
                        None => assert!(byes.insert(a), "{count}: {a} has a second bye"),
                    }
                }
                // Another order every round, as results would make it.
                order.sort_by_key(|p| (p * 7 + round * 13) % count);
            }
        }
        assert_eq!(swiss(&[0, 1, 2, 3], |_, _| false, |_| false), [(0, Some(1)), (2, Some(3))]);
        assert_eq!(swiss(&[0, 1], |_, _| true, |_| false), [(0, Some(1))], "if it must be, they meet again");
    }

    #[test]
    fn in_a_round_robin_everybody_meets_everybody_once() {
        for count in 2..=9 {
            let rounds = round_robin(count);
            let players: Vec<usize> = (0..count).collect();
            assert!(rounds.iter().all(|round| is_whole(round, &players)), "{count} {rounds:?}");
            let met: BTreeSet<(usize, usize)> = rounds.iter().flatten().filter_map(|(a, b)| b.map(|b| (*a.min(&b), *a.max(&b)))).collect();
            assert_eq!(met.len(), count * (count - 1) / 2);
        }
        assert!(round_robin(0).is_empty() && round_robin(1).iter().flatten().all(|(_, b)| b.is_none()));
    }

    #[test]
    fn in_a_knock_out_the_best_two_can_meet_in_the_last_round_only() {
        for count in 2..=17 {
            let mut pairs = knock_out(count);
            assert!(is_whole(&pairs, &(0..count).collect::<Vec<_>>()), "{count} {pairs:?}");
            while pairs.len() > 1 {
                assert!(!pairs.contains(&(0, Some(1))));
                let winners: Vec<usize> = pairs.iter().map(|(a, b)| b.map_or(*a, |b| *a.min(&b))).collect();
                pairs = next_of_knock_out(&winners);
            }
            assert_eq!(pairs, [(0, Some(1))], "{count}");
        }
    }

    #[test]
    fn on_a_ladder_neighbours_meet() {
        assert_eq!(ladder(&[4, 2, 7], 0), [(4, Some(2)), (7, None)]);
        assert_eq!(ladder(&[4, 2, 7], 1), [(4, None), (2, Some(7))]);
        assert!(ladder(&[], 1).is_empty());
    }
}
