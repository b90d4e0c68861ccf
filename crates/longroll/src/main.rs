//! `longroll`, the program.

/// It gives back to the system what a drawing needed for a moment, which is most of what the program ever needs; and it is quick in programs
/// without the system's own library.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    longroll::run().into()
}
