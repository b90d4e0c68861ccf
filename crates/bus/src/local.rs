//! A bus within one process: for a house that is one program, and for tests that want several nodes and workers without a broker.

use crate::{Bus, Hold, Job, Later, Lease, Lost, Word};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Notify, broadcast};

/// How many words may wait for somebody who is slow to hear them.
const UNHEARD: usize = 1_024;
/// How many jobs may wait.
const MOST_JOBS: usize = 1_024;
/// How many jobs are remembered so that none of them is put into the queue twice.
const REMEMBERED: usize = 256;

/// A bus within one process. Clones of it are the same bus.
#[derive(Clone)]
pub struct Local {
    words: broadcast::Sender<Word>,
    queue: Arc<Queue>,
}

#[derive(Default)]
struct Queue {
    jobs: Mutex<Jobs>,
    more: Notify,
}

#[derive(Default)]
struct Jobs {
    waiting: VecDeque<Job>,
    lately: VecDeque<String>,
}

impl Queue {
    fn jobs(&self) -> MutexGuard<'_, Jobs> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put_back(&self, job: Job) {
        self.jobs().waiting.push_front(job);
        self.more.notify_one();
    }
}

impl Default for Local {
    fn default() -> Local {
        Local { words: broadcast::channel(UNHEARD).0, queue: Arc::default() }
    }
}

/// A job that was taken: it goes back into the queue unless it was done.
struct Taken {
    queue: Arc<Queue>,
    job: Mutex<Option<Job>>,
}

impl Taken {
    fn settle(&self) -> Option<Job> {
        self.job.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Hold for Taken {
    fn go_on(&self) -> Later<'_, ()> {
        Box::pin(async {})
    }

    fn done(&self) -> Later<'_, ()> {
        Box::pin(async { drop(self.settle()) })
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        if let Some(job) = self.settle() {
            self.queue.put_back(job);
        }
    }
}

impl Bus for Local {
    fn say(&self, word: Word) {
        let _ = self.words.send(word);
    }

    fn hear(&self) -> broadcast::Receiver<Word> {
        self.words.subscribe()
    }

    fn offer(&self, job: Job) -> Later<'_, Result<(), Lost>> {
        Box::pin(async move {
            let mut jobs = self.queue.jobs();
            if jobs.lately.contains(&job.id) {
                return Ok(());
            }
            if jobs.waiting.len() >= MOST_JOBS {
                return Err(Lost::Broker("the queue is full".into()));
            }
            jobs.lately.push_back(job.id.clone());
            if jobs.lately.len() > REMEMBERED {
                jobs.lately.pop_front();
            }
            jobs.waiting.push_back(job);
            self.queue.more.notify_one();
            Ok(())
        })
    }

    fn take(&self) -> Later<'_, Result<Lease, Lost>> {
        Box::pin(async move {
            loop {
                let more = self.queue.more.notified();
                if let Some(job) = self.queue.jobs().waiting.pop_front() {
                    // Whoever else waits looks as well.
                    self.queue.more.notify_one();
                    let hold = Taken { queue: Arc::clone(&self.queue), job: Mutex::new(Some(job.clone())) };
                    return Ok(Lease { job, hold: Box::new(hold) });
                }
                more.await;
            }
        })
    }

    fn up(&self) -> bool {
        true
    }

    fn far(&self) -> bool {
        false
    }
}
