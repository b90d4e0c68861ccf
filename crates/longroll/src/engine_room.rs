//! `longroll engine`: the protocol on standard input and output. `docs/protocol.md` describes it.

use crate::Stop;
use crate::shelf::SHELF;
use engine::protocol::{Conversation, LONGEST};
use std::io::{self, BufRead, Read, Write};

const EXAMPLES: &str = r#"Example:
  $ longroll engine
  {"id":1,"op":"new","game":"blue-gray","seed":7}
  {"id":2,"op":"legal"}
  {"id":3,"op":"go","level":"greedy"}
  {"id":4,"op":"quit"}

docs/protocol.md lists every operation."#;

/// Arguments.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {}

/// Runs it until `quit` or the end of the input.
pub fn run(_: &Args) -> Result<(), Stop> {
    match converse(&mut io::stdin().lock(), &mut io::stdout().lock()) {
        // A reader that is gone is the end of the conversation, not a fault.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Stop::bad_input(format!("the conversation broke off: {error}"))),
        _ => Ok(()),
    }
}

/// Answers every line, each as soon as it is asked.
pub fn converse(input: &mut impl BufRead, output: &mut impl Write) -> io::Result<()> {
    let mut conversation = Conversation::new(SHELF);
    let mut line = Vec::new();
    while !conversation.left() {
        line.clear();
        // One byte more than the longest request and its line break: enough to know that it is too long.
        if input.by_ref().take(LONGEST as u64 + 2).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        if line.last() != Some(&b'\n') && line.len() > LONGEST {
            skip_line(input)?;
        }
        let request = line.strip_suffix(b"\n").unwrap_or(&line);
        writeln!(output, "{}", conversation.answer(request.strip_suffix(b"\r").unwrap_or(request)))?;
        output.flush()?;
    }
    Ok(())
}

/// Reads past the end of a line without keeping it.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let (used, ended) = match buffer.iter().position(|b| *b == b'\n') {
            Some(at) => (at + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(used);
        if ended {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn talk(input: &[u8]) -> Vec<Value> {
        let mut output = Vec::new();
        converse(&mut io::BufReader::new(input), &mut output).unwrap();
        String::from_utf8(output).unwrap().lines().map(|l| serde_json::from_str(l).unwrap()).collect()
    }

    #[test]
    fn every_line_gets_one_answer_until_quit() {
        let answers = talk(b"{\"id\":1,\"op\":\"games\"}\n\n\xff\n{\"id\":2,\"op\":\"quit\"}\r\n{\"id\":3,\"op\":\"games\"}\n");
        let ok: Vec<bool> = answers.iter().map(|a| a["ok"].as_bool().unwrap()).collect();
        assert_eq!(ok, [true, false, false, true]);
    }

    #[test]
    fn a_line_without_end_is_answered_too() {
        assert_eq!(talk(b"{\"id\":1,\"op\":\"games\"}").len(), 1);
        assert_eq!(talk(b"").len(), 0);
    }

    #[test]
    fn a_line_that_is_too_long_is_refused_and_the_next_one_heard() {
        let mut input = vec![b' '; LONGEST + 100_000];
        input.extend(b"\n{\"id\":2,\"op\":\"games\"}\n");
        let answers = talk(&input);
        assert_eq!(answers.len(), 2);
        assert!(answers[0]["error"]["because"].as_str().unwrap().contains("longer"));
        assert_eq!(answers[1]["id"], 2);
        let mut exactly = b"{\"id\":1,\"op\":\"games\"}".to_vec();
        exactly.resize(LONGEST, b' ');
        exactly.push(b'\n');
        assert_eq!(talk(&exactly)[0]["ok"], true);
    }
}
