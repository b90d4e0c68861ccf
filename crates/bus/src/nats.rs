//! A bus over NATS: words as plain messages, jobs in a work queue of JetStream. Whoever takes a job says every second that he is at it; if he
//! falls silent, the next one gets it. A broker that is not there is waited for, and meanwhile the house does without.

use crate::{Bus, Hold, Job, Later, Lease, Lost, Word, pack, unpack};
use async_nats::connection::State;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{Config as Stream, DiscardPolicy, RetentionPolicy};
use async_nats::jetstream::{AckKind, Context, Message};
use async_nats::{Client, ConnectOptions, ServerAddr};
use futures_util::StreamExt;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OnceCell, broadcast, mpsc};

/// How many words may wait for somebody who is slow to hear them, or for the broker.
const UNHEARD: usize = 4_096;
/// A worker who has said nothing for so long is dead: his job comes again.
const SILENCE: Duration = Duration::from_secs(4);
/// A job that nobody has taken for so long is not wanted any more: whoever asked has thought about it himself.
const STALE: Duration = Duration::from_secs(60);
/// The same job is not put into the queue twice in this time.
const TWICE: Duration = Duration::from_secs(10);
/// How often a job comes again before nobody is asked any more.
const AGAIN: i64 = 4;
/// How many jobs may wait.
const MOST_JOBS: i64 = 10_000;
/// How long a broker is waited for.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long one question for a job lasts before it is asked again.
const ASKING: Duration = Duration::from_secs(5);
/// How long is waited after a question that failed.
const PAUSE: Duration = Duration::from_millis(250);
/// The name under which workers take from the queue.
const STAFF: &str = "staff";
/// The longest name of a house.
const LONGEST_HOUSE: usize = 40;

/// How to get in at a broker.
#[derive(Clone, Default)]
pub struct Access {
    /// Its addresses, `nats://host:4222` or `tls://host:4222`, several with commas between them; may hold a name and a password.
    pub servers: String,
    /// The house: what is said is heard only in houses of the same name.
    pub house: String,
    /// A file of credentials, as `nsc` makes them.
    pub credentials: Option<PathBuf>,
    /// Certificates of whoever vouches for the broker, besides those that the system trusts.
    pub authority: Option<PathBuf>,
    /// A certificate of our own and its key.
    pub certificate: Option<(PathBuf, PathBuf)>,
}

impl fmt::Debug for Access {
    /// Whatever opens a door is not written down.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Access").field("house", &self.house).finish_non_exhaustive()
    }
}

impl Access {
    fn servers(&self) -> Result<Vec<ServerAddr>, Lost> {
        let read = |address: &str| address.trim().parse::<ServerAddr>();
        // Not what was said: it may hold a password.
        self.servers.split(',').map(read).collect::<Result<_, _>>().map_err(|_| Lost::Broker("this is no address of a broker".into()))
    }

    async fn options(&self) -> Result<ConnectOptions, Lost> {
        let mut options = ConnectOptions::new()
            .name("longroll")
            .retry_on_initial_connect()
            .connection_timeout(PATIENCE)
            .request_timeout(Some(PATIENCE))
            .ping_interval(Duration::from_secs(2))
            .reconnect_delay_callback(|tries| Duration::from_millis(100 * (tries as u64).min(10)))
            .event_callback(|event| async move { tracing::info!(%event, "the broker") });
        if let Some(server) = self.servers()?.into_iter().find(ServerAddr::has_user_pass) {
            let word = |word: Option<&str>| word.unwrap_or_default().to_string();
            options = options.user_and_password(word(server.username()), word(server.password()));
        }
        if self.servers.contains("tls://") || self.authority.is_some() || self.certificate.is_some() {
            options = options.require_tls(true);
        }
        if let Some(file) = &self.authority {
            options = options.add_root_certificates(file.clone());
        }
        if let Some((certificate, key)) = &self.certificate {
            options = options.add_client_certificate(certificate.clone(), key.clone());
        }
        if let Some(file) = &self.credentials {
            let read = options.credentials_file(file).await;
            options = read.map_err(|error| Lost::Broker(format!("the file of credentials: {error}")))?;
        }
        Ok(options)
    }
}

/// A bus over NATS.
pub struct Nats {
    client: Client,
    context: Context,
    house: String,
    jobs: String,
    out: mpsc::Sender<Word>,
    heard: broadcast::Sender<Word>,
    /// The end of the queue from which workers take, once somebody has taken.
    queue: OnceCell<PullConsumer>,
}

/// Whether a house can be called so: its name is part of the names of subjects.
fn is_house(name: &str) -> bool {
    (1..=LONGEST_HOUSE).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

fn broker(error: impl fmt::Display) -> Lost {
    Lost::Broker(error.to_string())
}

impl Nats {
    /// Connects, now or as soon as the broker is there. Call it within a runtime of tokio.
    pub async fn open(access: &Access) -> Result<Arc<Nats>, Lost> {
        if !is_house(&access.house) {
            return Err(Lost::Broker(format!("a house has a name of at most {LONGEST_HOUSE} letters, digits, - and _")));
        }
        let client = access.options().await?.connect(access.servers()?).await.map_err(broker)?;
        let mut context = async_nats::jetstream::new(client.clone());
        context.set_timeout(PATIENCE);
        let words = format!("longroll.{}.words", access.house);
        let jobs = format!("longroll.{}.jobs", access.house);
        let (out, waiting) = mpsc::channel(UNHEARD);
        let heard = broadcast::channel(UNHEARD).0;
        let said = client.subscribe(words.clone()).await.map_err(broker)?;
        tokio::spawn(pass_on(client.clone(), words, waiting));
        tokio::spawn(listen(said, heard.clone()));
        Ok(Arc::new(Nats { client, context, house: access.house.clone(), jobs, out, heard, queue: OnceCell::new() }))
    }

    /// The queue as it must be; made if it is not there.
    async fn stream(&self) -> Result<async_nats::jetstream::stream::Stream, Lost> {
        let config = Stream {
            name: format!("longroll-{}-jobs", self.house),
            subjects: vec![self.jobs.clone()],
            retention: RetentionPolicy::WorkQueue,
            discard: DiscardPolicy::Old,
            max_messages: MOST_JOBS,
            max_message_size: crate::LONGEST_MESSAGE as i32 + 1_024,
            max_age: STALE,
            duplicate_window: TWICE,
            ..Stream::default()
        };
        self.context.get_or_create_stream(config).await.map_err(broker)
    }

    /// The end of the queue from which workers take; made if it is not there.
    async fn consumer(&self) -> Result<PullConsumer, Lost> {
        let config = pull::Config {
            durable_name: Some(STAFF.into()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: SILENCE,
            max_deliver: AGAIN,
            max_ack_pending: MOST_JOBS,
            ..pull::Config::default()
        };
        self.stream().await?.get_or_create_consumer(STAFF, config).await.map_err(broker)
    }

    /// One question for a job: nothing if none came in time.
    async fn ask(&self) -> Result<Option<Message>, Lost> {
        let mut batch = self
            .queue
            .get_or_try_init(|| self.consumer())
            .await?
            .batch()
            .max_messages(1)
            .expires(ASKING)
            .messages()
            .await
            .map_err(broker)?;
        match tokio::time::timeout(ASKING + PATIENCE, batch.next()).await {
            Ok(Some(Ok(message))) => Ok(Some(message)),
            Ok(Some(Err(error))) => Err(broker(error)),
            Ok(None) => Ok(None),
            // The line broke, and the question was lost with it.
            Err(_) => Ok(None),
        }
    }

    async fn publish(&self, job: &Job) -> Result<(), Lost> {
        let message = PublishMessage::build().payload(pack(job)?.into()).message_id(&job.id);
        let sent = self.context.send_publish(self.jobs.clone(), message).await.map_err(broker)?;
        tokio::time::timeout(PATIENCE, sent).await.map_err(broker)?.map(drop).map_err(broker)
    }
}

/// Sends words on to the broker, as long as there is somebody who says any.
async fn pass_on(client: Client, subject: String, mut waiting: mpsc::Receiver<Word>) {
    while let Some(word) = waiting.recv().await {
        let sent = match pack(&word) {
            Ok(bytes) => client.publish(subject.clone(), bytes.into()).await.map_err(broker),
            Err(error) => Err(error),
        };
        if let Err(error) = sent {
            tracing::warn!(%error, "a word was lost");
        }
    }
    let _ = client.flush().await;
}

/// Hears what is said, for everybody here. What makes no sense is passed over.
async fn listen(mut said: async_nats::Subscriber, heard: broadcast::Sender<Word>) {
    while let Some(message) = said.next().await {
        match unpack::<Word>(&message.payload).filter(Word::is_sound) {
            Some(word) => drop(heard.send(word)),
            None => tracing::debug!(bytes = message.payload.len(), "a message that makes no sense"),
        }
    }
}

struct Taken(Message);

impl Hold for Taken {
    fn go_on(&self) -> Later<'_, ()> {
        Box::pin(async {
            let _ = self.0.ack_with(AckKind::Progress).await;
        })
    }

    fn done(&self) -> Later<'_, ()> {
        Box::pin(async {
            // Until the broker has heard it: else the job comes again.
            let _ = self.0.double_ack().await;
        })
    }
}

impl Bus for Nats {
    fn say(&self, word: Word) {
        if self.out.try_send(word).is_err() {
            tracing::debug!("a word was lost: too many wait for the broker");
        }
    }

    fn hear(&self) -> broadcast::Receiver<Word> {
        self.heard.subscribe()
    }

    fn offer(&self, job: Job) -> Later<'_, Result<(), Lost>> {
        Box::pin(async move {
            if !self.up() {
                return Err(Lost::Closed);
            }
            if self.publish(&job).await.is_ok() {
                return Ok(());
            }
            // The queue may not be there yet, or no longer.
            self.stream().await?;
            self.publish(&job).await
        })
    }

    fn take(&self) -> Later<'_, Result<Lease, Lost>> {
        Box::pin(async move {
            loop {
                match self.ask().await {
                    Ok(Some(message)) => match unpack::<Job>(&message.payload).filter(Job::is_sound) {
                        Some(job) => return Ok(Lease { job, hold: Box::new(Taken(message)) }),
                        // Nobody will ever make sense of it.
                        None => drop(message.ack_with(AckKind::Term).await),
                    },
                    Ok(None) => {}
                    Err(error) => {
                        tracing::info!(%error, "no job could be asked for");
                        tokio::time::sleep(PAUSE).await;
                        // The broker may have come back without its queue.
                        if self.up() {
                            let _ = self.consumer().await;
                        }
                    }
                }
            }
        })
    }

    fn up(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    fn far(&self) -> bool {
        true
    }
}
