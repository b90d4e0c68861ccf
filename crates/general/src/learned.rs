//! A judgement learned from games: a small network, in whole numbers.
//!
//! It reads the terms of a position and what a [`crate::survey`] adds to them, and says how the game will end from there, in the currency of
//! the weighted sum. Whoever trains one (`train/` in the repository) does it with fractions; what is shipped and run here are integers, so that
//! every machine comes to the same judgement. A weighted sum of all inputs is added to what the two layers of neurons make of them: far from
//! anything that was seen it is still a sensible sum.

use serde::{Deserialize, Serialize};

/// How the network was made.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schooling {
    /// The command lines.
    pub command: Vec<String>,
    /// How many games it learned from.
    pub games: u64,
    /// How many positions of them.
    pub positions: u64,
    /// The mean logarithmic loss in games kept aside: of whoever knows only how often the Union wins, of the weighted sum at its best slope,
    /// of the network, and of the network in whole numbers.
    pub loss: [f64; 4],
}

/// The file of a network: a line for each neuron, the bias first.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    schooling: Schooling,
    inputs: usize,
    gain: f32,
    sum: String,
    first: Vec<String>,
    second: Vec<String>,
    last: String,
}

/// A learned judgement.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned {
    /// How it was made.
    pub schooling: Schooling,
    /// How many numbers it reads.
    pub inputs: usize,
    /// What makes its sums as steep as those of the hand-written terms.
    gain: f32,
    sum: Neuron,
    first: Vec<Neuron>,
    second: Vec<Neuron>,
    last: Neuron,
}

/// What a neuron adds up.
#[derive(Clone, Debug, PartialEq)]
struct Neuron {
    bias: i64,
    weights: Vec<i64>,
}

/// An input in 64ths.
const INPUT: f32 = 64.0;
/// Inputs stay within these bounds, in 64ths.
const MOST: i64 = 1 << 16;
/// Weights of inputs are in 65,536ths, so sums over them come in so many bits too many for a neuron's 256ths.
const OF_INPUTS: u32 = 14;
/// Weights of neurons are in 4,096ths.
const OF_NEURONS: u32 = 12;
/// A neuron says nothing below zero and no more than this.
const LOUDEST: i64 = 4 * 256;
/// The result: 256ths times 4,096ths.
const RESULT: f32 = 1_048_576.0;
/// The sum over inputs has so many bits more than that.
const BEYOND: u32 = 2;

impl Neuron {
    fn read(line: &str, inputs: usize) -> Result<Neuron, String> {
        let numbers = line.split_whitespace().map(str::parse).collect::<Result<Vec<i64>, _>>().map_err(|e| format!("{line:?}: {e}"))?;
        match numbers.split_first() {
            // Within 32 bits no sum can run over.
            Some((bias, weights)) if weights.len() == inputs && numbers.iter().all(|n| i32::try_from(*n).is_ok()) => {
                Ok(Neuron { bias: *bias, weights: weights.to_vec() })
            }
            _ => Err(format!("a neuron of {inputs} inputs is written as a bias and as many weights, not {line:?}")),
        }
    }

    fn sum(&self, inputs: &[i64]) -> i64 {
        self.bias + self.weights.iter().zip(inputs).map(|(w, x)| w * x).sum::<i64>()
    }
}

/// An input in 64ths, to the nearest, half of one away from zero, as `f32::round` has it: that is a call into the system's library for every
/// input.
fn in_64ths(x: f32) -> i64 {
    let scaled = (x * INPUT).clamp(-(MOST as f32), MOST as f32);
    let whole = scaled as i64;
    let rest = scaled - whole as f32;
    whole + i64::from(rest >= 0.5) - i64::from(rest <= -0.5)
}

fn layer(neurons: &[Neuron], inputs: &[i64], bits: u32) -> Vec<i64> {
    neurons.iter().map(|n| (n.sum(inputs) >> bits).clamp(0, LOUDEST)).collect()
}

impl Learned {
    /// Reads the file of a network.
    pub fn read(text: &str) -> Result<Learned, String> {
        let file: File = engine::data::read(text).map_err(|e| e.to_string())?;
        let layer = |lines: &[String], inputs: usize| lines.iter().map(|line| Neuron::read(line, inputs)).collect::<Result<Vec<_>, _>>();
        let (first, second) = (layer(&file.first, file.inputs)?, layer(&file.second, file.first.len())?);
        let (sum, last) = (Neuron::read(&file.sum, file.inputs)?, Neuron::read(&file.last, second.len())?);
        Ok(Learned { schooling: file.schooling, inputs: file.inputs, gain: file.gain, sum, first, second, last })
    }

    /// What it makes of a position: the logarithm of the Union's odds, as steep as the weighted sum of the game. Nothing if the position was not
    /// surveyed as it expects.
    pub fn judge(&self, read: &[f32]) -> Option<f32> {
        self.odds(read).map(|odds| odds * self.gain)
    }

    /// The same as the games bear it out.
    fn odds(&self, read: &[f32]) -> Option<f32> {
        if read.len() != self.inputs {
            return None;
        }
        let inputs: Vec<i64> = read.iter().map(|x| in_64ths(*x)).collect();
        let first = layer(&self.first, &inputs, OF_INPUTS);
        let second = layer(&self.second, &first, OF_NEURONS);
        let whole = self.last.sum(&second) + (self.sum.sum(&inputs) >> BEYOND);
        Some(whole as f32 / RESULT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Twice the first input, and half as much as the second is above one.
    const SMALL: &str = r#"
        inputs = 2
        gain = 2.0
        sum = "0 131072 0"
        first = ["-4194304 0 65536"]
        second = ["0 4096"]
        last = "0 2048"
        [schooling]
        command = ["by hand"]
        games = 0
        positions = 0
        loss = [0.0, 0.0, 0.0, 0.0]
    "#;

    #[test]
    fn a_network_is_what_its_file_says() {
        let small = Learned::read(SMALL).unwrap();
        let odds = |a: f32, b: f32| small.odds(&[a, b]).unwrap();
        assert_eq!(odds(0.25, 0.0), 0.5);
        assert_eq!(odds(0.25, 1.0), 0.5, "a neuron is silent below zero");
        assert_eq!(odds(0.25, 2.0), 1.0);
        assert_eq!(odds(0.0, 99.0), 2.0, "and never louder than four");
        assert_eq!(small.judge(&[0.25, 2.0]), Some(2.0));
        assert_eq!(small.judge(&[0.25]), None);
    }

    #[test]
    fn an_input_is_rounded_as_the_system_would() {
        let edges = [0.0, 0.5, 0.499_999_97, 1.5, 2.5, 63.5, 65_535.5, 65_536.0, 65_537.0, 1e9, f32::INFINITY, f32::NAN, f32::MIN_POSITIVE];
        let steps = (0..200_000).map(|n| n as f32 * 0.337_1);
        for x in edges.into_iter().chain(steps).flat_map(|y| [y / INPUT, -y / INPUT]) {
            assert_eq!(in_64ths(x), ((x * INPUT).round() as i64).clamp(-MOST, MOST), "{x}");
        }
    }

    #[test]
    fn a_file_with_a_neuron_of_the_wrong_size_is_refused() {
        for wrong in
            [SMALL.replace("0 131072 0", "0 131072"), SMALL.replace("\"0 4096\"", "\"0 4096 1\""), SMALL.replace("0 2048", "0 9999999999")]
        {
            assert!(Learned::read(&wrong).unwrap_err().contains("a neuron of"), "{wrong}");
        }
    }
}
