//! All phases together: sums that add up, how each side did, and the moments worth looking at.

use engine::Side;
use engine::analysis::{AnalysedMoment, AnalysedPhase, AnalysedSide, Analysis, Effort, Mark, MomentKind};
use engine::contract::Outcome;

/// How many moments are named on either end.
const MOMENTS: usize = 3;

/// A decision that is at least so much better than the general's is a moment, if it is more than its doubt.
const FOUND: f64 = 0.02;

pub(super) fn conclude(effort: Effort, mut phases: Vec<AnalysedPhase>, result: Option<f64>, outcome: Option<Outcome>) -> Analysis {
    // Between two phases the same position is judged twice.
    for n in 1..phases.len() {
        phases[n].drift += phases[n].before - phases[n - 1].after;
    }
    let start = phases.first().map_or(0.5, |p| p.before);
    let end = result.or_else(|| phases.last().map(|p| p.after)).unwrap_or(0.5);
    if let Some(last) = phases.last_mut() {
        last.drift += end - last.after;
    }
    let sum = |of: &dyn Fn(&AnalysedPhase) -> f64| phases.iter().map(of).sum::<f64>();
    Analysis {
        nodes: effort.nodes,
        worlds: effort.worlds,
        start,
        end,
        outcome,
        luck: sum(&|p| p.luck),
        hidden: sum(&|p| p.hidden),
        drift: sum(&|p| p.drift),
        drift_per_phase: sum(&|p| p.drift.abs()) / phases.len().max(1) as f64,
        sides: Side::BOTH.map(|side| of_side(side, &phases)),
        phases,
    }
}

fn of_side(side: Side, phases: &[AnalysedPhase]) -> AnalysedSide {
    let own = |union: f64| if side == Side::Union { union } else { -union };
    let judged: Vec<_> = phases.iter().flat_map(|p| &p.judged).filter(|j| j.side == side).collect();
    let mut moments: Vec<AnalysedMoment> = Vec::new();
    for phase in phases {
        for roll in &phase.rolls {
            moments.push(AnalysedMoment {
                step: roll.step,
                kind: MomentKind::Roll,
                worth: own(roll.luck()),
                mark: None,
                turn_label: phase.turn_label.clone(),
                text: roll.text.clone(),
            });
        }
        for judged in phase.judged.iter().filter(|j| j.side == side) {
            if judged.mark.is_some() || -judged.cost > FOUND.max(judged.doubt) {
                moments.push(AnalysedMoment {
                    step: judged.step,
                    kind: MomentKind::Decision,
                    worth: -judged.cost,
                    mark: judged.mark,
                    turn_label: phase.turn_label.clone(),
                    text: phase.phase.clone(),
                });
            }
        }
    }
    moments.sort_by(|a, b| b.worth.total_cmp(&a.worth).then(a.step.cmp(&b.step)));
    let best = moments.iter().filter(|m| m.worth > 0.0).take(MOMENTS).cloned().collect();
    let worst = moments.iter().rev().filter(|m| m.worth < 0.0).take(MOMENTS).cloned().collect();
    let marked = |mark: Mark| judged.iter().filter(|j| j.mark == Some(mark)).count();
    AnalysedSide {
        side,
        phases: judged.len(),
        error: judged.iter().map(|j| j.cost).sum::<f64>() / judged.len().max(1) as f64,
        luck: own(phases.iter().map(|p| p.luck).sum()),
        decisions: own(phases.iter().map(|p| p.decisions[side.index()]).sum()),
        marks: [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder].map(marked),
        best,
        worst,
    }
}
