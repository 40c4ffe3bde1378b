//! A server for browsers on this machine: one page, and a stream of states (Server-Sent Events, HTML Living Standard
//! 9.2).

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// Maximum size of a request, bytes.
const LARGEST_REQUEST: u64 = 16_384;
/// Maximum number of connections that wait for states. Beyond it the oldest is closed.
const MOST_LISTENERS: usize = 32;
const PATIENCE: Duration = Duration::from_secs(5);

#[derive(Default)]
struct Shared {
    state: String,
    listeners: Vec<TcpStream>,
}

pub(super) struct Server {
    pub address: SocketAddr,
    shared: Arc<Mutex<Shared>>,
}

impl Server {
    /// Serves the page on a port of this machine, in threads of its own; port 0 selects a free one.
    pub(super) fn start(port: u16, page: String) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let address = listener.local_addr()?;
        let (shared, page) = (Arc::<Mutex<Shared>>::default(), Arc::new(page));
        let server = Self { address, shared: Arc::clone(&shared) };
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (shared, page) = (Arc::clone(&shared), Arc::clone(&page));
                // A closed connection is not an error.
                thread::spawn(move || answer(stream, address, &page, &shared));
            }
        });
        Ok(server)
    }

    /// Sends a state to all pages, and to those that connect later.
    pub(super) fn tell(&self, state: &str) {
        let mut shared = lock(&self.shared);
        // Each state is one line: JSON escapes line ends in strings.
        shared.state = format!("data: {state}\n\n");
        let Shared { state, listeners } = &mut *shared;
        listeners.retain_mut(|listener| listener.write_all(state.as_bytes()).is_ok());
    }
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

fn answer(mut stream: TcpStream, own: SocketAddr, page: &str, shared: &Mutex<Shared>) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let request = Request::read(&stream)?;
    // Against DNS rebinding: a page of another site whose host name resolves to this machine sends that name.
    if !request.is_for(own) {
        return reply(&mut stream, "403 Forbidden", "text/plain", "This server is for the browser of its own machine.");
    }
    match (request.method.as_str(), request.path.as_str()) {
        ("GET", "/") => reply(&mut stream, "200 OK", "text/html; charset=utf-8", page),
        ("GET", "/events") => {
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n\r\n";
            let mut shared = lock(shared);
            stream.write_all(head.as_bytes())?;
            if !shared.state.is_empty() {
                stream.write_all(shared.state.as_bytes())?;
            }
            if shared.listeners.len() >= MOST_LISTENERS {
                shared.listeners.remove(0);
            }
            shared.listeners.push(stream);
            Ok(())
        }
        ("GET", _) => reply(&mut stream, "404 Not Found", "text/plain", "There is nothing here."),
        _ => reply(&mut stream, "405 Method Not Allowed", "text/plain", "Only GET is answered."),
    }
}

fn reply(stream: &mut TcpStream, status: &str, kind: &str, body: &str) -> io::Result<()> {
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nCache-Control: no-store\r\n\
         X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body.as_bytes())
}

/// First line and host of a request.
struct Request {
    method: String,
    path: String,
    host: Option<String>,
}

impl Request {
    fn read(stream: &TcpStream) -> io::Result<Self> {
        let mut lines = BufReader::new(stream.take(LARGEST_REQUEST)).lines();
        let first = lines.next().unwrap_or_else(|| Err(io::ErrorKind::UnexpectedEof.into()))?;
        let mut words = first.split(' ').map(str::to_owned);
        let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let mut host = None;
        for line in lines {
            let line = line?;
            match line.split_once(':') {
                Some((name, value)) if name.eq_ignore_ascii_case("host") => host = Some(value.trim().to_owned()),
                None if line.is_empty() => break,
                _ => {}
            }
        }
        Ok(Self { method, path, host })
    }

    fn is_for(&self, own: SocketAddr) -> bool {
        let names = [own.to_string(), format!("localhost:{}", own.port())];
        self.host.as_ref().is_some_and(|host| names.contains(host))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn ask(server: &Server, request: &str) -> String {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn the_page_is_for_this_machine_only() {
        let server = Server::start(0, "<p>page".to_owned()).unwrap();
        let get = |path: &str, host: &str| ask(&server, &format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n"));
        let own = server.address.to_string();
        assert!(get("/", &own).ends_with("\r\n\r\n<p>page"));
        assert!(get("/", &format!("localhost:{}", server.address.port())).starts_with("HTTP/1.1 200"));
        assert!(get("/", "evil.example").starts_with("HTTP/1.1 403"));
        assert!(get("/../Cargo.toml", &own).starts_with("HTTP/1.1 404"));
        assert!(ask(&server, "GET / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 403"), "no host");
        assert!(ask(&server, &format!("POST / HTTP/1.1\r\nHost: {own}\r\n\r\n")).starts_with("HTTP/1.1 405"));
    }

    #[test]
    fn states_reach_pages_that_are_open_and_those_that_come_later() {
        let server = Server::start(0, String::new()).unwrap();
        server.tell("{\"a\":1}");
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        write!(stream, "GET /events HTTP/1.1\r\nHost: {}\r\n\r\n", server.address).unwrap();
        let mut lines = BufReader::new(stream).lines().map_while(Result::ok).filter(|line| line.starts_with("data"));
        assert_eq!(lines.next().unwrap(), "data: {\"a\":1}");
        server.tell("{\"a\":2}");
        assert_eq!(lines.next().unwrap(), "data: {\"a\":2}");
    }
}
