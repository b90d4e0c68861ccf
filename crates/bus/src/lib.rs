//! What the nodes and workers of a house tell each other. There is one interface ([`Bus`]) and two that are real: [`Local`], within one process,
//! and [`Nats`], between as many machines as there are.
//!
//! Two things go by it. A [`Word`] goes to everybody who listens just then: that a journal has grown, what a worker has found, that a worker is
//! here. A [`Job`] waits in a queue until some worker has taken it *and* said that it is done: if he dies over it, the next one gets it. Nothing
//! on the bus is ever the only copy of anything: whatever must not be lost is in the store, and whoever hears nothing looks there.
//!
//! Every message carries the name of its house; those of other houses are not even listened for. Whatever makes no sense is passed over.

mod local;
mod nats;
mod words;

pub use local::Local;
pub use nats::{Access, Nats};
pub use words::{Job, LONGEST_MESSAGE, Word, pack, unpack};

use std::future::Future;
use std::pin::Pin;
use tokio::sync::broadcast;

/// Something that will be known later.
pub type Later<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Why something did not get through.
#[derive(Debug, thiserror::Error)]
pub enum Lost {
    /// The broker cannot be reached, or does not do what it is asked for.
    #[error("the bus: {0}")]
    Broker(String),
    /// What was to be sent is longer than a message may be.
    #[error("the bus: a message of {0} bytes is longer than any may be")]
    TooLong(usize),
    /// It is closed.
    #[error("the bus is closed")]
    Closed,
}

/// The way between the nodes and workers of one house.
pub trait Bus: Send + Sync {
    /// Says something to everybody who listens. Nobody waits for it, and it may be lost.
    fn say(&self, word: Word);
    /// Whatever is said from now on, by others too.
    fn hear(&self) -> broadcast::Receiver<Word>;
    /// Puts a job into the queue. The same job is not put there twice in a short time.
    fn offer(&self, job: Job) -> Later<'_, Result<(), Lost>>;
    /// The next job of the queue, when there is one.
    fn take(&self) -> Later<'_, Result<Lease, Lost>>;
    /// Whether it carries anything just now.
    fn up(&self) -> bool;
    /// Whether anything that is said here can be heard outside this process.
    fn far(&self) -> bool;
}

/// A job that a worker has taken up. Whoever drops it without a word gives it back, sooner or later.
pub struct Lease {
    /// What to do.
    pub job: Job,
    hold: Box<dyn Hold>,
}

/// How the queue is told what became of a job.
trait Hold: Send + Sync {
    fn go_on(&self) -> Later<'_, ()>;
    fn done(&self) -> Later<'_, ()>;
}

impl Lease {
    /// Says that somebody is still at it: to be said every second.
    pub async fn go_on(&self) {
        self.hold.go_on().await;
    }

    /// It is done: nobody else gets it.
    pub async fn done(self) {
        self.hold.done().await;
    }
}
