//! The door: connections are let in one by one, nobody may stand in it for long, and it closes in time.

use crate::address::{Address, Peer};
use crate::gate::{Full, Pass};
use crate::house::House;
use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

/// The longest head of a request, in bytes.
const LONGEST_HEAD: usize = 32 << 10;
/// How long whoever is connected has to finish when the house closes.
const LAST_ORDERS: Duration = Duration::from_secs(4);
/// How long it waits after the system had no more connections to give.
const BREATH: Duration = Duration::from_millis(100);
/// How many are told at once, in words, that there is no room.
const APOLOGIES: usize = 64;
/// How long that may take.
const APOLOGY: Duration = Duration::from_secs(2);

/// Lets guests in until the house closes, and then waits for them, but not for long.
pub async fn keep(listener: TcpListener, app: Router, house: Arc<House>, stop: impl Future<Output = ()>) {
    let (guests, closing) = (TaskTracker::new(), house.closing.clone());
    let apologies = Arc::new(Semaphore::new(APOLOGIES));
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let Ok((stream, peer)) = accepted else {
            tokio::time::sleep(BREATH).await;
            continue;
        };
        // A message goes out at once: news and answer are two small ones in a row.
        let _ = stream.set_nodelay(true);
        match house.let_in(peer.ip()) {
            Ok(pass) => drop(guests.spawn(attend(stream, peer.ip(), pass, app.clone(), Arc::clone(&house), closing.clone()))),
            Err(full) => {
                if let Ok(permit) = Arc::clone(&apologies).try_acquire_owned() {
                    guests.spawn(async move {
                        let _ = tokio::time::timeout(APOLOGY, apologise(stream, full)).await;
                        drop(permit);
                    });
                }
            }
        }
    }
    drop(listener);
    closing.cancel();
    guests.close();
    house.guests.close();
    let _ = tokio::time::timeout(LAST_ORDERS, async { tokio::join!(guests.wait(), house.guests.wait()) }).await;
}

/// Serves one connection until it ends.
async fn attend(stream: TcpStream, ip: IpAddr, pass: Pass, app: Router, house: Arc<House>, closing: CancellationToken) {
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(house.limits.times.write));
    let pass = Arc::new(pass);
    let service = service_fn(move |mut request: Request<Incoming>| {
        // A socket outlives its connection's requests: whoever serves it holds the pass.
        request.extensions_mut().insert(Peer(ip));
        request.extensions_mut().insert(Arc::clone(&pass));
        app.clone().oneshot(request)
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(house.limits.times.head).max_buf_size(LONGEST_HEAD);
    let mut connection = pin!(http.serve_connection(TokioIo::new(Box::pin(stream)), service).with_upgrades());
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = closing.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended early");
    }
}

/// Tells somebody politely that there is no room for him. He is heard out: an answer to a question that was not read is lost on the way.
async fn apologise(mut stream: TcpStream, full: Full) -> std::io::Result<()> {
    let text = full.in_words();
    let head = "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 60\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close";
    stream.write_all(format!("{head}\r\nContent-Length: {}\r\n\r\n{text}", text.len()).as_bytes()).await?;
    stream.shutdown().await?;
    let mut heard = [0; 1024];
    for _ in 0..64 {
        if stream.read(&mut heard).await? == 0 {
            break;
        }
    }
    Ok(())
}

impl House {
    /// Lets a connection in, if there is room. A proxy of ours is let in for all who stand behind it.
    fn let_in(&self, ip: IpAddr) -> Result<Pass, Full> {
        if self.proxies.contains(&ip.to_canonical()) {
            return self.connections.admit_any(Address::of(ip));
        }
        self.connections.admit(Address::of(ip))
    }
}
