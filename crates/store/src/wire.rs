//! A line to a database on which nobody waits for ever. Whatever stands between may swallow answers and still take what it is sent, so that the
//! system sees nothing wrong with the line: every question has its time, and a line that has left one unanswered is not used again.

use crate::tls::Line;
use crate::{StoreError, papers};
use std::cell::Cell;
use std::collections::HashMap;
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Error, IsolationLevel, Portal, Row, Statement, Transaction};

/// How long is waited for a connection to be made and to say who it is.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long the system may leave what it sends without any sign of life before it calls the line broken.
const SILENCE: Duration = Duration::from_secs(10);
/// The database gives up first, and says so; if even that does not come, we do.
const AFTER_IT: Duration = Duration::from_secs(1);

pub(crate) type Parameters<'a> = &'a [&'a (dyn ToSql + Sync)];

/// Who waits for answers, and how long.
struct Waiting {
    runtime: Runtime,
    /// As long as it takes, if nothing is said.
    most: Cell<Option<Duration>>,
    /// Whether one has not come.
    in_vain: Cell<bool>,
}

impl Waiting {
    fn wait<T>(&self, work: impl Future<Output = Result<T, Error>>) -> Result<T, StoreError> {
        let answered = self.runtime.block_on(async {
            match self.most.get() {
                Some(most) => tokio::time::timeout(most, work).await.ok(),
                None => Some(work.await),
            }
        });
        match answered {
            Some(answer) => Ok(answer?),
            None => {
                self.in_vain.set(true);
                Err(StoreError::Silent)
            }
        }
    }
}

/// A connection and what it has prepared.
pub(crate) struct Wire {
    waiting: Waiting,
    client: Client,
    prepared: HashMap<String, Statement>,
}

impl Wire {
    pub(crate) fn open(address: &str) -> Result<Wire, StoreError> {
        let mut line = Line::read(address)?;
        line.config.application_name("longroll").connect_timeout(PATIENCE).keepalives(true).tcp_user_timeout(SILENCE);
        // What a node that lost its line has begun is undone soon, so that others need not wait for it.
        let (undone, answered) = (SILENCE.as_millis(), line.answers.as_millis());
        line.config.options(format!("-c idle_in_transaction_session_timeout={undone} -c statement_timeout={answered}"));
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let made = runtime.block_on(async { tokio::time::timeout(PATIENCE, line.connect()).await });
        let (client, carried) = made.map_err(|_| StoreError::Silent)??;
        runtime.spawn(carried);
        let waiting = Waiting { runtime, most: Cell::new(Some(line.answers + AFTER_IT)), in_vain: Cell::new(false) };
        Ok(Wire { waiting, client, prepared: HashMap::new() })
    }

    /// Whether it is of no more use: the other end is gone, or has left something unanswered.
    pub(crate) fn is_closed(&self) -> bool {
        self.waiting.in_vain.get() || self.client.is_closed()
    }

    /// What follows may take as long as it likes, here and there: a whole house is carried, or brought to another shape.
    pub(crate) fn take_time(&mut self) -> Result<(), StoreError> {
        self.waiting.wait(self.client.batch_execute("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0"))?;
        self.waiting.most.set(None);
        Ok(())
    }

    /// A statement, prepared once for each connection.
    pub(crate) fn prepare(&mut self, statement: &str) -> Result<Statement, StoreError> {
        if let Some(prepared) = self.prepared.get(statement) {
            return Ok(prepared.clone());
        }
        let prepared = self.waiting.wait(self.client.prepare(&papers::dollars(statement)))?;
        self.prepared.insert(statement.to_string(), prepared.clone());
        Ok(prepared)
    }

    pub(crate) fn query(&mut self, statement: &str, parameters: Parameters<'_>) -> Result<Vec<Row>, StoreError> {
        let prepared = self.prepare(statement)?;
        self.waiting.wait(self.client.query(&prepared, parameters))
    }

    pub(crate) fn execute(&mut self, statement: &str, parameters: Parameters<'_>) -> Result<u64, StoreError> {
        let prepared = self.prepare(statement)?;
        self.waiting.wait(self.client.execute(&prepared, parameters))
    }

    /// Several things that are done together or not at all. Nothing is, until it is [finished](Deal::commit).
    pub(crate) fn deal(&mut self) -> Result<Deal<'_>, StoreError> {
        let Wire { waiting, client, .. } = self;
        let transaction = waiting.wait(client.transaction())?;
        Ok(Deal { waiting, transaction })
    }

    /// Everything as it is at one moment, to be read.
    pub(crate) fn moment(&mut self) -> Result<Deal<'_>, StoreError> {
        let Wire { waiting, client, .. } = self;
        let begun = client.build_transaction().isolation_level(IsolationLevel::RepeatableRead).read_only(true);
        let transaction = waiting.wait(begun.start())?;
        Ok(Deal { waiting, transaction })
    }
}

/// A transaction.
pub(crate) struct Deal<'a> {
    waiting: &'a Waiting,
    transaction: Transaction<'a>,
}

impl Deal<'_> {
    pub(crate) fn prepare(&self, statement: &str) -> Result<Statement, StoreError> {
        self.waiting.wait(self.transaction.prepare(statement))
    }

    pub(crate) fn query(&self, statement: &Statement, parameters: Parameters<'_>) -> Result<Vec<Row>, StoreError> {
        self.waiting.wait(self.transaction.query(statement, parameters))
    }

    /// The first row that a statement answers, if there is one.
    pub(crate) fn first(&self, statement: &str, parameters: Parameters<'_>) -> Result<Option<Row>, StoreError> {
        Ok(self.waiting.wait(self.transaction.query(statement, parameters))?.into_iter().next())
    }

    pub(crate) fn execute(&self, statement: &Statement, parameters: Parameters<'_>) -> Result<u64, StoreError> {
        self.waiting.wait(self.transaction.execute(statement, parameters))
    }

    /// The same with a statement that is not prepared.
    pub(crate) fn perform(&self, statement: &str, parameters: Parameters<'_>) -> Result<u64, StoreError> {
        self.waiting.wait(self.transaction.execute(statement, parameters))
    }

    /// Several statements without parameters.
    pub(crate) fn batch(&self, statements: &str) -> Result<(), StoreError> {
        self.waiting.wait(self.transaction.batch_execute(statements))
    }

    /// Begins to read something long.
    pub(crate) fn read(&self, statement: &Statement) -> Result<Portal, StoreError> {
        self.waiting.wait(self.transaction.bind(statement, &[]))
    }

    /// So many rows more of it; none at the end.
    pub(crate) fn rows(&self, portal: &Portal, count: i32) -> Result<Vec<Row>, StoreError> {
        self.waiting.wait(self.transaction.query_portal(portal, count))
    }

    pub(crate) fn commit(self) -> Result<(), StoreError> {
        self.waiting.wait(self.transaction.commit())
    }
}
