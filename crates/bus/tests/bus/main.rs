//! One bus like the other: whatever is asked of the one within a process is asked of the one over NATS too.

mod broker;
mod same;
