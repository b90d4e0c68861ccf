//! What a position looks like from above, in numbers that a learned judgement reads: how strong the armies are, who faces whom, who stands
//! alone, and how near and how strong each side is about every hex that matters.

use crate::plan::Post;
use engine::Side;

/// Strength in a hex.
struct Stack {
    hex: u16,
    strength: f32,
    /// Enemies beside it and within reach, friends within reach, and how far the nearest enemy is.
    beside: f32,
    facing: f32,
    friends: f32,
    near: f32,
}

/// From how far units come together in a turn.
const REACH: f32 = 3.0;
/// How far an enemy is felt.
const FAR: f32 = 12.0;
/// About a hex, strength is added up within these.
const RINGS: [f32; 2] = [3.0, 8.0];
/// A strength that tells.
const TELLING: f32 = 10.0;

/// What speaks for a side, seen from the Union.
pub fn sign(side: Side) -> f32 {
    if side == Side::Union { 1.0 } else { -1.0 }
}

/// Surveys a position whose units stand like this, Union first. `late` says how far the game has come, `mover` is 1 if the Union is to move and
/// -1 if the Confederates are.
pub fn survey(late: f32, mover: f32, posts: [&[Post]; 2], goals: &[u16], away: impl Fn(u16, u16) -> f32, out: &mut Vec<f32>) {
    out.extend([late, mover]);
    let mut armies = posts.map(stacks);
    let [ours, theirs] = &mut armies;
    for a in ours.iter_mut() {
        for b in theirs.iter_mut() {
            let gap = away(a.hex, b.hex);
            a.meets(b.strength, gap);
            b.meets(a.strength, gap);
        }
    }
    for army in &mut armies {
        for i in 1..army.len() {
            let (before, rest) = army.split_at_mut(i);
            let one = &mut rest[0];
            for other in before {
                if away(other.hex, one.hex) <= REACH {
                    other.friends += one.strength;
                    one.friends += other.strength;
                }
            }
        }
        army_at_large(army, out);
    }
    for goal in goals {
        for army in &armies {
            let mut felt = [0.0; RINGS.len()];
            let (mut there, mut near) = (0.0, FAR);
            for stack in army {
                let gap = away(stack.hex, *goal);
                near = near.min(gap);
                there += if gap == 0.0 { stack.strength } else { 0.0 };
                felt.iter_mut().zip(RINGS).for_each(|(felt, ring)| *felt += stack.strength * (1.0 - gap / ring).max(0.0));
            }
            out.extend([there / TELLING, near / FAR]);
            out.extend(felt.map(|f| f / TELLING));
        }
    }
}

fn stacks(posts: &[Post]) -> Vec<Stack> {
    let mut stacks: Vec<Stack> = Vec::with_capacity(posts.len());
    for post in posts {
        match stacks.iter_mut().find(|s| s.hex == post.hex) {
            Some(stack) => stack.strength += post.strength,
            None => {
                stacks.push(Stack { hex: post.hex, strength: post.strength, beside: 0.0, facing: 0.0, friends: 0.0, near: FAR });
            }
        }
    }
    stacks
}

impl Stack {
    fn meets(&mut self, strength: f32, gap: f32) {
        self.near = self.near.min(gap);
        self.beside += if gap <= 1.0 { strength } else { 0.0 };
        self.facing += if gap <= REACH { strength } else { 0.0 };
    }
}

/// The strength of an army, what of it is in contact, what is outnumbered where it stands and with all that can come, what stands alone, and
/// how far off the enemy is.
fn army_at_large(army: &[Stack], out: &mut Vec<f32>) {
    let mut sums = [0.0; 6];
    for s in army {
        let over = |foes: f32, own: f32| (foes / own.max(1.0) - 1.0).clamp(0.0, 3.0) / 3.0;
        let of = [
            1.0,
            if s.beside > 0.0 { 1.0 } else { 0.0 },
            over(s.beside, s.strength),
            over(s.facing, s.strength + s.friends),
            if s.friends == 0.0 && s.facing > 0.0 { 1.0 } else { 0.0 },
            s.near / FAR,
        ];
        sums.iter_mut().zip(of).for_each(|(sum, part)| *sum += s.strength * part);
    }
    out.extend(sums.map(|sum| sum / TELLING));
    out.push(army.len() as f32 / TELLING);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_survey_tells_who_faces_whom() {
        let post = |hex: u16, strength: f32| Post { piece: 0, hex, strength };
        let read = |union: &[Post], gray: &[Post]| {
            let mut out = Vec::new();
            survey(0.5, 1.0, [union, gray], &[7], |a, b| f32::from(a.abs_diff(b)), &mut out);
            out
        };
        let apart = read(&[post(0, 5.0), post(0, 5.0)], &[post(20, 10.0)]);
        assert_eq!(apart[..9], [0.5, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.1]);
        let met = read(&[post(7, 5.0)], &[post(8, 10.0), post(9, 10.0)]);
        assert_eq!(met.len(), apart.len());
        assert!(met[3] > 0.0 && met[5] > met[4], "in contact, and worse off when all have come: {met:?}");
        assert_eq!(met[6], 0.5, "alone");
        assert_eq!(met[13], 0.0, "two stacks are not alone");
        assert_eq!(met[16..18], [0.5, 0.0], "the goal is taken");
    }
}
