//! Who judges a position where a future ends: the weighted sum of the terms, a learned judgement, or something between the two.

use crate::doctrine::{Doctrine, StateOf};
use crate::learned::Learned;
use crate::weights::{Weights, logistic};

/// A judge, and the paper it works on.
pub(crate) struct Judge<'a, D: Doctrine> {
    game: &'a D::Game,
    weights: &'a Weights,
    /// If it is listened to at all.
    learned: Option<&'static Learned>,
    terms: Vec<f32>,
    read: Vec<f32>,
}

impl<'a, D: Doctrine> Judge<'a, D> {
    pub(crate) fn new(game: &'a D::Game, weights: &'a Weights) -> Judge<'a, D> {
        let learned = if weights.learned == 0.0 { None } else { D::learned(game) };
        Judge { game, weights, learned, terms: vec![0.0; D::TERMS.len()], read: Vec::new() }
    }

    /// What speaks for the Union, nothing where the chances are even.
    pub(crate) fn sum(&mut self, state: &StateOf<D>) -> f32 {
        let Some(learned) = self.learned else {
            D::terms(self.game, state, &mut self.terms);
            return self.weights.sum(&self.terms);
        };
        self.read.clear();
        D::reading(self.game, state, &mut self.terms, &mut self.read);
        let sum = self.weights.sum(&self.terms);
        // Whoever minds some terms more or less than others do still does, whatever was learned.
        let common = D::weights(self.game).sum(&self.terms);
        learned.judge(&self.read).map_or(sum, |other| sum + self.weights.learned * (other - common))
    }

    /// The Union's chance where the game goes on.
    pub(crate) fn chance(&mut self, state: &StateOf<D>) -> f32 {
        logistic(self.sum(state))
    }
}
