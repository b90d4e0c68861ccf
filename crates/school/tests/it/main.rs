//! Every lesson is played to its end on the real rules, with a wrong turn at every step; the glossary holds to the rulebooks.

mod coach;
mod glossary;
mod lessons;
mod puzzles;
