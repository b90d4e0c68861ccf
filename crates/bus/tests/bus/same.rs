//! The same questions to both.

use crate::broker::{Broker, broker};
use bus::{Access, Bus, Job, Local, Nats, Word};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

const SOON: Duration = Duration::from_secs(20);

fn access(broker: &Broker, house: &str) -> Access {
    Access { servers: broker.url(), house: house.into(), ..Access::default() }
}

async fn open(broker: &Broker, house: &str) -> Arc<dyn Bus> {
    let bus = Nats::open(&access(broker, house)).await.unwrap();
    let until = tokio::time::Instant::now() + SOON;
    while !bus.up() {
        assert!(tokio::time::Instant::now() < until, "it connects");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    bus
}

fn job(id: &str) -> Job {
    Job { id: id.into(), task: json!({ "about": id }) }
}

fn written(from: &str) -> Word {
    Word::Written { from: from.into(), table: "t".into(), length: 3 }
}

/// Asks both: two ends of one bus.
async fn both<F: Future<Output = ()>>(ask: impl Fn([Arc<dyn Bus>; 2]) -> F) {
    let local = Local::default();
    ask([Arc::new(local.clone()), Arc::new(local)]).await;
    if let Some(broker) = broker(&[]) {
        ask([open(&broker, "one").await, open(&broker, "one").await]).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_one_says_the_other_hears() {
    both(|[one, other]| async move {
        let mut heard = other.hear();
        // Whoever has just connected may not listen yet.
        let word = loop {
            one.say(written("one"));
            match timeout(Duration::from_millis(200), heard.recv()).await {
                Ok(word) => break word.unwrap(),
                Err(_) => continue,
            }
        };
        assert_eq!(word, written("one"));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_is_done_once_and_comes_again_if_nobody_says_so() {
    both(|[node, worker]| async move {
        node.offer(job("a")).await.unwrap();
        node.offer(job("a")).await.unwrap();
        node.offer(job("b")).await.unwrap();
        let first = timeout(SOON, worker.take()).await.unwrap().unwrap();
        assert_eq!(first.job, job("a"));
        // Whoever takes his time says so, and nobody else gets it meanwhile.
        for _ in 0..5 {
            tokio::time::sleep(Duration::from_secs(1)).await;
            first.go_on().await;
        }
        let second = timeout(SOON, worker.take()).await.unwrap().unwrap();
        assert_eq!(second.job, job("b"), "the same job is not there twice");
        second.done().await;
        // He falls silent: another gets it.
        drop(first);
        let again = timeout(SOON, node.take()).await.unwrap().unwrap();
        assert_eq!(again.job, job("a"));
        again.done().await;
        assert!(timeout(Duration::from_secs(5), worker.take()).await.is_err(), "everything is done");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_house_hears_nothing_and_garbage_is_passed_over() {
    let Some(broker) = broker(&[]) else { return };
    let (ours, theirs) = (open(&broker, "ours").await, open(&broker, "theirs").await);
    let (mut here, mut there) = (ours.hear(), theirs.hear());
    ours.offer(job("mine")).await.unwrap();
    // A stranger on the same broker shouts whatever he likes.
    let stranger = async_nats::connect(broker.url()).await.unwrap();
    let (words, jobs) = ("longroll.ours.words", "longroll.ours.jobs");
    for garbage in [&b""[..], b"{", b"\x00\xff", b"x\x9c\x00", br#"{"word":"halt"}"#, &vec![b'['; 900_000]] {
        stranger.publish(words, garbage.to_vec().into()).await.unwrap();
        stranger.publish(jobs, garbage.to_vec().into()).await.unwrap();
    }
    stranger.flush().await.unwrap();
    let last = job("last");
    ours.offer(last.clone()).await.unwrap();
    let mut taken = Vec::new();
    while taken.last() != Some(&last) {
        let lease = timeout(SOON, ours.take()).await.unwrap().unwrap();
        taken.push(lease.job.clone());
        lease.done().await;
    }
    assert_eq!(taken, [job("mine"), last], "nothing that makes no sense was ever taken");
    ours.say(written("ours"));
    assert_eq!(timeout(SOON, here.recv()).await.unwrap().unwrap(), written("ours"), "the garbage before it was passed over");
    assert!(timeout(Duration::from_millis(500), there.recv()).await.is_err(), "another house hears nothing");
    assert!(timeout(Duration::from_secs(1), theirs.take()).await.is_err(), "nor has it anything to do");
    for name in ["", "a.b", "a b", "*", ">", &"x".repeat(41)] {
        assert!(Nats::open(&access(&broker, name)).await.is_err(), "{name:?} is no name of a house");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broker_may_stop_and_start_and_asks_who_comes() {
    let Some(broker) = broker(&["--user", "house", "--pass", "secret"]) else { return };
    let servers = format!("nats://house:secret@{}", broker.addr);
    let open = |servers: String| async move { Nats::open(&Access { servers, house: "h".into(), ..Access::default() }).await.unwrap() };
    let stranger = open(broker.url()).await;
    let bus = open(servers).await;
    let until = tokio::time::Instant::now() + SOON;
    while bus.offer(job("kept")).await.is_err() {
        assert!(tokio::time::Instant::now() < until, "a job is taken");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(!stranger.up() && stranger.offer(job("no")).await.is_err(), "whoever has no password is not let in");
    assert!(!format!("{:?}", Access { servers: "nats://house:secret@x".into(), ..Access::default() }).contains("secret"));
    broker.end();
    assert!(bus.offer(job("lost")).await.is_err(), "nobody waits for a broker that is not there");
    broker.begin();
    let lease = timeout(SOON * 2, bus.take()).await.unwrap().unwrap();
    assert_eq!(lease.job, job("kept"), "a job outlives the broker");
    lease.done().await;
}
