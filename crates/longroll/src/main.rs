//! `longroll`, the program.

fn main() -> std::process::ExitCode {
    longroll::run().into()
}
