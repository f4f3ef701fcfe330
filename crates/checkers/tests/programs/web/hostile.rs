//! Tests of requests that are invalid, too large, or sent by another site's page. Each is refused, and the
//! server continues.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;

use serde_json::{Value, json};

use super::client::Server;

/// The end of a request: the last header, and a body of two bytes.
const BODY: &str = "Content-Length: 2\r\n\r\n{}";

#[test]
fn requests_of_foreign_pages_are_refused() {
    let server = Server::start(&[]);
    let host = &server.host;
    let post = format!("POST /api/start HTTP/1.0\r\nHost: {host}\r\n");
    let json = "Content-Type: application/json\r\n";
    let number = host.rsplit(':').next().unwrap();
    let requests = [
        (421, format!("GET / HTTP/1.0\r\nHost: evil.example:{number}\r\n\r\n")),
        (421, "GET / HTTP/1.0\r\nHost: localhost\r\n\r\n".to_owned()),
        (400, "GET / HTTP/1.0\r\n\r\n".to_owned()),
        (400, format!("GET / HTTP/1.0\r\nHost: {host}\r\nHost: {host}\r\n\r\n")),
        (400, format!("GET http://evil.example/ HTTP/1.0\r\nHost: {host}\r\n\r\n")),
        (403, format!("{post}{json}Origin: http://evil.example\r\n{BODY}")),
        (403, format!("{post}{json}Origin: null\r\n{BODY}")),
        (403, format!("{post}{json}Sec-Fetch-Site: cross-site\r\n{BODY}")),
        (403, format!("GET /api/about HTTP/1.0\r\nHost: {host}\r\nSec-Fetch-Site: cross-site\r\n\r\n")),
        (415, format!("{post}Content-Type: text/plain\r\n{BODY}")),
        (415, format!("{post}Content-Type: application/x-www-form-urlencoded\r\n{BODY}")),
        (415, format!("{post}{BODY}")),
        (415, format!("{post}{json}Content-Encoding: gzip\r\n{BODY}")),
        (405, format!("GET /api/start HTTP/1.0\r\nHost: {host}\r\n\r\n")),
        (405, format!("OPTIONS /api/start HTTP/1.0\r\nHost: {host}\r\nOrigin: http://{host}\r\n\r\n")),
        (405, format!("POST / HTTP/1.0\r\nHost: {host}\r\n{BODY}")),
        (405, format!("POST /api/about HTTP/1.0\r\nHost: {host}\r\n{BODY}")),
        (404, format!("GET /../Cargo.toml HTTP/1.0\r\nHost: {host}\r\n\r\n")),
        (404, format!("POST /api/nothing HTTP/1.0\r\nHost: {host}\r\n{json}{BODY}")),
        (400, format!("{post}{json}Origin: http://{host}\r\nSec-Fetch-Site: same-origin\r\n{BODY}")),
    ];
    for (status, request) in requests {
        let answer = server.answer(request.as_bytes());
        assert_eq!(answer.status, status, "{request}: {}", answer.body);
        assert!(answer.header("access-control-allow-origin").is_none(), "{request}");
        assert!(answer.json()["error"].is_string(), "{request}");
    }
    // Following a link from another page is allowed.
    let link = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n";
    let link = server.answer(format!("GET / HTTP/1.0\r\nHost: {host}\r\n{link}\r\n").as_bytes());
    assert_eq!(link.status, 200);
}

#[test]
fn garbage_is_refused_and_the_server_continues() {
    let server = Server::start(&[]);
    let host = &server.host;
    let texts = [
        "\0\u{1}\u{2}\r\n\r\n".to_owned(),
        "GET\r\n\r\n".to_owned(),
        format!("GET / HTTP/9.9\r\nHost: {host}\r\n\r\n"),
        format!("GET /{} HTTP/1.0\r\nHost: {host}\r\n\r\n", "a".repeat(100_000)),
        format!("GET / HTTP/1.0\r\nHost: {host}\r\n{}\r\n", "X: y\r\n".repeat(1000)),
        format!("GET / HTTP/1.0\r\nHost: {host}\r\nX: {}\r\n\r\n", "a".repeat(100_000)),
        format!("POST /api/game HTTP/1.1\r\nHost: {host}\r\nContent-Length: -1\r\n\r\n"),
        format!(
            "POST /api/game HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\nzz\r\n"
        ),
    ];
    for text in texts {
        let mut answer = Vec::new();
        let _ = server.send(text.as_bytes()).read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer);
        let status = answer.split(' ').nth(1).map(|status| status.parse().unwrap());
        assert!(status.is_none_or(|status: u16| (400..500).contains(&status)), "{text:.80}: {answer}");
    }
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn bodies_are_limited_and_malformed_ones_give_a_location() {
    let server = Server::start(&[]);
    let large = format!("{{\"game\": \"{}\"}}", "a".repeat(1 << 20));
    assert_eq!(server.answer(&server.request("game", &large)).status, 413);
    assert_eq!(server.answer(&server.request("read", &large)).status, 400, "a file may be larger");
    let file = |text: &str| json!({"text": text}).to_string();
    let quotes = server.answer(&server.request("read", &file(&"\"\n".repeat(4 << 20))));
    assert_eq!(quotes.status, 422, "8 MiB, each byte two as JSON: {}", quotes.body);
    let long = server.answer(&server.request("read", &file(&"a".repeat((8 << 20) + 1))));
    assert_eq!(long.status, 413);
    assert!(long.body.contains("is larger than 8 MiB"), "{}", long.body);
    let host = &server.host;
    let head = format!("POST /api/game HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n");
    let chunk = format!("80000\r\n{}\r\n", "a".repeat(0x80000));
    let chunked = format!("{head}Transfer-Encoding: chunked\r\n\r\n{}0\r\n\r\n", chunk.repeat(3));
    assert_eq!(server.answer(chunked.as_bytes()).status, 413);
    let promised = format!("{head}Content-Length: 99999999999\r\n\r\n");
    assert_eq!(server.answer(promised.as_bytes()).status, 413, "before it is sent");
    for (body, line, column) in
        [("", 1, 1), ("{\n", 2, 1), ("{\n \"game\": nul}", 2, 13), ("[]", 1, 2), ("{\"gam\": 1}", 1, 6)]
    {
        let answer = server.answer(&server.request("game", body));
        let problem = answer.json();
        let found = (answer.status, &problem["line"], &problem["column"]);
        assert_eq!(found, (400, &json!(line), &json!(column)), "{body}: {problem}");
    }
    let nested = format!("{{\"game\": {}{}}}", "[".repeat(100_000), "]".repeat(100_000));
    assert!((400..500).contains(&server.answer(&server.request("game", &nested)).status));
    assert_eq!(server.answer(&server.request("game", "{\"game\": \"\\ud800\"}")).status, 422);
}

#[test]
fn invalid_games_are_refused_with_the_reason() {
    let server = Server::start(&[]);
    let game = server.game();
    let with = |field: &str, value: Value| {
        let mut game = game.clone();
        game[field] = value;
        game
    };
    let refused = |job: &str, body: Value| {
        let (status, problem) = server.refused(job, &body);
        assert_eq!(status, 422, "{problem}");
        problem
    };
    let problem = refused("game", json!({"game": with("moves", json!(["f6->e5", "a1->h8"]))}));
    assert_eq!(problem["ply"], 2, "{problem}");
    assert!(problem["error"].as_str().unwrap().starts_with("a1->h8 is illegal"), "{problem}");
    let problem = refused("game", json!({"game": with("moves", json!(["f6-e5"]))}));
    assert!(problem["column"].is_number(), "{problem}");
    refused("game", json!({"game": with("board", json!([]))}));
    refused("game", json!({"game": with("shape", json!({"ranks": 99, "files": 99, "flipped": false}))}));
    refused("game", json!({"game": []}));
    assert_eq!(refused("rank", json!({"game": game, "depth": 100}))["field"], "depth");
    assert_eq!(refused("review", json!({"game": game, "costs": [0]}))["field"], "costs");
    for agent in ["", "hub:sh -c true", "timed:1000", "minimax:1000", "human", "minimax"] {
        assert_eq!(refused("choose", json!({"game": game, "agent": agent}))["field"], "agent", "{agent}");
    }
    assert_eq!(refused("read", json!({"text": "1. 11-15 *", "number": 0}))["field"], "number");
    refused("read", json!({"text": ""}));
    for (arrow, score) in [("f6->e5", i32::MIN), ("f6->e5", i32::MAX), ("a1->b2", 0), ("pass", 0)] {
        let arrows = json!({"depth": 1, "moves": [{"move": arrow, "score": score}]});
        let body = json!({"game": game, "format": "svg", "arrows": arrows});
        assert_eq!(refused("write", body)["field"], "arrows", "{arrow} {score}");
    }
    let arrow = json!({"move": "f6->e5", "score": 0});
    for (count, why) in [(2, "f6->e5 has two arrows"), (1001, "expected at most 1000 arrows but found 1001")]
    {
        let arrows = json!({"depth": 1, "moves": vec![&arrow; count]});
        let problem = refused("write", json!({"game": game, "format": "svg", "arrows": arrows}));
        assert_eq!((&problem["field"], &problem["error"]), (&json!("arrows"), &json!(why)));
    }
}

#[test]
fn games_of_thousands_of_moves_are_shown_and_longer_ones_refused() {
    let server = Server::start(&[]);
    let mut game = server.read("W:WK29:BK4");
    // Two kings move back and forth.
    let moves: Vec<&str> =
        ["a1->b2", "h8->g7", "b2->a1", "g7->h8"].into_iter().cycle().take(10_001).collect();
    game["moves"] = json!(moves[..10_000]);
    let view = server.done("game", &json!({"game": game}));
    assert!(view["place"]["outcome"].as_str().unwrap().starts_with("a draw"), "{view}");
    game["moves"] = json!(moves);
    let (status, problem) = server.refused("game", &json!({"game": game}));
    assert_eq!((status, &problem["error"]), (422, &json!("expected at most 10000 moves but found 10001")));
}

#[test]
fn a_head_over_its_limit_is_refused_with_431() {
    let server = Server::start(&[]);
    let host = &server.host;
    let with = |headers: &str| {
        server.answer(
            format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}\r\n").as_bytes(),
        )
    };
    let long = |length: usize| with(&format!("X: {}\r\n", "a".repeat(length))).status;
    assert_eq!([32_000, 33_000, 100_000, 3_000_000].map(long), [200, 431, 431, 431]);
    let many = |count: usize| with(&"X: y\r\n".repeat(count)).status;
    assert_eq!([62, 63, 1000].map(many), [200, 431, 431]);
    let path = format!("GET /{} HTTP/1.1\r\nHost: {host}\r\n\r\n", "a".repeat(33_000));
    assert_eq!(server.answer(path.as_bytes()).status, 431);
}

/// Returns whether a connection is open and has received nothing.
fn is_silent(stream: &mut TcpStream) -> bool {
    stream.set_nonblocking(true).unwrap();
    stream.read(&mut [0]).is_err_and(|why| why.kind() == ErrorKind::WouldBlock)
}

#[test]
fn the_oldest_silent_connection_gives_way() {
    let server = Server::start(&[]);
    // One address may have 256 connections.
    let mut silent: Vec<TcpStream> = (0..300).map(|_| server.send(b"")).collect();
    assert_eq!(server.get("/").status, 200);
    assert_eq!(silent[0].read(&mut [0]).unwrap(), 0, "it is closed");
    assert!(is_silent(silent.last_mut().unwrap()), "it is open");
}

/// Returns the head of a request that announces a large body.
fn promise(server: &Server) -> String {
    let host = &server.host;
    format!(
        "POST /api/read HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: 17000000\r\n\r\n"
    )
}

#[test]
fn announced_but_unsent_bodies_block_no_other_client() {
    let server = Server::start(&[]);
    let mut silent: Vec<TcpStream> = (0..8).map(|_| server.send(promise(&server).as_bytes())).collect();
    let text = format!("W:W18:B15{}", " ".repeat(1 << 20));
    assert_eq!(server.read(&text)["turn"], "red");
    assert!(silent.iter_mut().all(is_silent), "they still wait");
}

#[test]
fn bodies_share_a_total() {
    let server = Server::start(&[]);
    let mut part = promise(&server).into_bytes();
    part.resize(part.len() + 16_500_000, b' ');
    let text = format!("W:W18:B15{}", " ".repeat(1 << 20));
    let large = server.request("read", &json!({ "text": text }).to_string());
    // One address may use 32 MiB: enough for two of the three parts, but not for the large body as well. If
    // two parts are refused at the same time, there is room for the large body, so all are sent again.
    let send_all = || {
        let parts: Vec<TcpStream> = (0..3).map(|_| server.send(&part)).collect();
        let mut answers = std::iter::repeat_with(|| server.answer(&large)).take(10);
        answers.find(|answer| answer.status != 200).map(|refused| (parts, refused))
    };
    let (parts, refused) = (0..20).find_map(|_| send_all()).expect("the bodies exceed their total");
    assert_eq!((refused.status, refused.header("retry-after")), (503, Some("1")), "{}", refused.body);
    assert_eq!(server.read("W:W18:B15")["turn"], "red", "a small one is read");
    drop(parts);
    while server.answer(&large).status == 503 {}
}

#[test]
fn silent_clients_block_no_other_client() {
    let server = Server::start(&[]);
    let beginnings = ["", "G", "GET / HTTP/1.1\r\nHost: ", "POST /api/game HTTP/1.1\r\n"];
    let silent: Vec<_> =
        beginnings.iter().cycle().take(100).map(|begin| server.send(begin.as_bytes())).collect();
    let half = format!(
        "POST /api/game HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{{",
        server.host
    );
    let mut half = server.send(half.as_bytes());
    assert_eq!(server.get("/").status, 200);
    assert_eq!(server.done("game", &json!({"game": server.game()}))["place"]["passes"], false);
    drop(silent);
    half.write_all(b"}").unwrap();
    assert_eq!(server.get("/").status, 200);
}
