//! A server for tests, and a minimal HTTP client.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use testing::start;

/// Much longer than any step takes, even on a busy machine.
const READ_TIMEOUT: Duration = Duration::from_secs(120);

/// A `checkers web` process, which ends with the test.
pub struct Server {
    pub child: Child,
    /// The address, as in the `Host` header.
    pub host: String,
}

impl Server {
    /// Starts the server on a free port.
    pub fn start(arguments: &[&str]) -> Server {
        let mut command = start::program("checkers");
        command.args(["web", "--port", "0"]).args(arguments);
        Server::of(command)
    }

    /// Starts the server with this command.
    pub fn of(mut command: Command) -> Server {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let host = line.strip_prefix("http://").and_then(|rest| rest.strip_suffix("/\n"));
        let host = host.unwrap_or_else(|| panic!("an address: {line:?}")).to_owned();
        Server { child, host }
    }

    /// Sends bytes on a new connection.
    pub fn send(&self, bytes: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(READ_TIMEOUT)).unwrap();
        // A server that refuses a request may not read all of it.
        let _ = stream.write_all(bytes);
        stream
    }

    /// Sends bytes and reads the response.
    pub fn answer(&self, bytes: &[u8]) -> Answer {
        let mut answer = Vec::new();
        let _ = self.send(bytes).read_to_end(&mut answer);
        Answer::read(&answer)
    }

    /// Requests a file.
    pub fn get(&self, path: &str) -> Answer {
        self.answer(format!("GET {path} HTTP/1.0\r\nHost: {}\r\n\r\n", self.host).as_bytes())
    }

    /// Returns the bytes of a request for a job with a body.
    pub fn request(&self, job: &str, body: &str) -> Vec<u8> {
        let (host, length) = (&self.host, body.len());
        format!(
            "POST /api/{job} HTTP/1.0\r\nHost: {host}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        )
        .into_bytes()
    }

    /// Requests a job.
    pub fn post(&self, job: &str, body: &Value) -> Answer {
        self.answer(&self.request(job, &body.to_string()))
    }

    /// Requests a job that must succeed, and returns its result.
    pub fn done(&self, job: &str, body: &Value) -> Value {
        let answer = self.post(job, body);
        assert_eq!(answer.status, 200, "{job}: {}", answer.body);
        answer.json()
    }

    /// Requests a job that must be refused, and returns the status and the problem.
    pub fn refused(&self, job: &str, body: &Value) -> (u16, Value) {
        let answer = self.post(job, body);
        (answer.status, answer.json())
    }

    /// Requests a stream, and returns its events.
    pub fn events(&self, job: &str, body: &Value) -> Vec<(String, Value)> {
        let answer = self.post(job, body);
        assert_eq!(answer.status, 200, "{job}: {}", answer.body);
        assert!(answer.head.contains("text/event-stream"), "{}", answer.head);
        events(&answer.body)
    }

    /// Begins a stream and waits for its first event.
    pub fn stream(&self, job: &str, body: &Value) -> TcpStream {
        let mut stream = self.send(&self.request(job, &body.to_string()));
        let mut text = Vec::new();
        let mut bytes = [0; 4096];
        while !String::from_utf8_lossy(&text).contains("event: ") {
            let count = stream.read(&mut bytes).unwrap();
            assert!(count > 0, "the stream has ended: {}", String::from_utf8_lossy(&text));
            text.extend_from_slice(&bytes[..count]);
        }
        stream
    }

    /// Waits until this many searches are running, and this many waiting.
    pub fn wait_until_busy(&self, running: usize, waiting: usize) {
        let busy = |busy: &Value| (busy["running"] == running, busy["waiting"] == waiting);
        while busy(&self.get("/api/about").json()["busy"]) != (true, true) {
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Returns the JSON object of a game at its start.
    pub fn game(&self) -> Value {
        let rules = json!({"capture": "required", "jumps": "multiple", "blocked": "loses"});
        self.done("start", &json!({"rules": rules, "shape": {"ranks": 8, "files": 8, "flipped": false}}))
    }

    /// Reads the game in a text.
    pub fn read(&self, text: &str) -> Value {
        self.done("read", &json!({"text": text}))["game"].clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A response.
pub struct Answer {
    pub status: u16,
    /// The headers, with their names in lower case.
    pub head: String,
    pub body: String,
}

impl Answer {
    fn read(bytes: &[u8]) -> Answer {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.unwrap_or_else(|| panic!("a response: {text:?}"));
        Answer { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|why| panic!("{why}: {:?}", self.body))
    }

    /// Returns the value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let start = format!("\r\n{name}: ");
        self.head.split_once(&start).map(|(_, rest)| rest.split("\r\n").next().unwrap())
    }
}

/// Reads server-sent events.
fn events(body: &str) -> Vec<(String, Value)> {
    let blocks = body.split("\n\n").filter(|block| !block.is_empty() && !block.starts_with(':'));
    let event = |block: &str| {
        let (name, data) = block.split_once('\n').unwrap();
        let data = serde_json::from_str(data.strip_prefix("data: ").unwrap()).unwrap();
        (name.strip_prefix("event: ").unwrap().to_owned(), data)
    };
    blocks.map(event).collect()
}
