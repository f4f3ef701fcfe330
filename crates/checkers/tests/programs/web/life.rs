//! Tests of the server from start to end: its address, many clients, searches whose client has left, and
//! signals.

use std::io::Read;
use std::net::TcpListener;
use std::{fs, thread};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;
use testing::run::{run, wait_for_file, write_script};
use testing::start;

use super::client::Server;
use crate::scratch;

/// A depth whose search takes longer than any test.
const ENDLESS: u32 = 90;

#[test]
fn a_client_that_leaves_stops_its_search() {
    let server = Server::start(&["--searches", "1"]);
    let game = server.game();
    let endless = json!({"game": game, "depth": ENDLESS, "from": 30});
    let rank = server.request("rank", &endless.to_string());
    let choose = server.request("choose", &json!({"game": game, "agent": "timed:100"}).to_string());
    // Kings move back and forth.
    let mut long = server.read("W:WK29,K30,K31:BK1,K2,K3");
    long["moves"] = json!(["a1->b2", "b8->a7", "b2->a1", "a7->b8"].repeat(2500));
    let review = server.request("review", &json!({"game": long}).to_string());
    for request in [rank, choose, review] {
        let client = server.send(&request);
        server.wait_until_busy(1, 0);
        let next = server.send(&server.request("rank", &json!({"game": game, "depth": 1}).to_string()));
        server.wait_until_busy(1, 1);
        drop(client);
        let (mut next, mut answer) = (next, String::new());
        next.read_to_string(&mut answer).unwrap();
        assert!(answer.ends_with("event: end\ndata: {\"reason\":\"depth\"}\n\n"), "{answer}");
        server.wait_until_busy(0, 0);
    }
}

#[test]
fn a_client_that_leaves_before_its_turn_is_not_searched_for() {
    let server = Server::start(&["--searches", "1"]);
    let game = server.game();
    let endless = json!({"game": game, "depth": ENDLESS});
    let first = server.stream("rank", &endless);
    let second = server.send(&server.request("rank", &endless.to_string()));
    server.wait_until_busy(1, 1);
    drop(second);
    server.wait_until_busy(1, 0);
    drop(first);
    server.wait_until_busy(0, 0);
}

#[test]
fn one_client_leaves_a_search_to_others() {
    let server = Server::start(&["--searches", "2"]);
    let endless = server.request("rank", &json!({"game": server.game(), "depth": ENDLESS}).to_string());
    let clients = [server.send(&endless), server.send(&endless)];
    server.wait_until_busy(1, 1);
    drop(clients);
    server.wait_until_busy(0, 0);
}

#[test]
fn a_hundred_clients_get_the_same_answer_at_once() {
    let server = Server::start(&["--searches", "4"]);
    let game = server.game();
    let body = json!({"game": game, "depth": 3});
    let last = |events: Vec<(String, serde_json::Value)>| {
        let mut rankings = events.into_iter().filter(|(name, _)| name == "ranking");
        rankings.next_back().map(|(_, ranking)| ranking["moves"].clone())
    };
    let expected = last(server.events("rank", &body));
    thread::scope(|scope| {
        let ask = || last(server.events("rank", &body));
        let clients: Vec<_> = (0..100).map(|_| scope.spawn(ask)).collect();
        for client in clients {
            assert_eq!(client.join().unwrap(), expected);
        }
    });
}

#[test]
fn signals_end_the_server_during_searches() {
    for (signal, status) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let mut server = Server::start(&["--searches", "5"]);
        let endless = json!({"game": server.game(), "depth": ENDLESS});
        let clients: Vec<_> = (0..4).map(|_| server.stream("rank", &endless)).collect();
        server.wait_until_busy(4, 0);
        kill_process(Pid::from_child(&server.child), signal).unwrap();
        assert_eq!(server.child.wait().unwrap().code(), Some(status));
        drop(clients);
    }
}

#[test]
fn a_port_in_use_is_an_error() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output = run("checkers", &["web", "--port", &port], b"");
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(message.starts_with(&format!("error: cannot listen on 127.0.0.1:{port}: ")), "{message}");
    assert!(output.stdout.is_empty());
}

#[test]
fn a_player_who_cannot_be_started_is_an_error() {
    let (none, board) =
        (["--red", "hub:./nothing-here"], ["--black", "hub:checkers hub", "--board", "10x10"]);
    for (arguments, reason) in [
        (&none[..], "cannot use the engine './nothing-here': there is no such program"),
        (&board[..], "an engine (hub:COMMAND) plays English rules on the standard board only"),
    ] {
        let output = run("checkers", &[&["web", "--port", "0"], arguments].concat(), b"");
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{message}");
        assert!(message.starts_with(&format!("error: {reason}")), "{message}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn an_engine_that_fails_is_started_again_for_the_next_move() {
    let folder = scratch("web-engine");
    let (engine, starts) = (folder.join("engine"), folder.join("starts"));
    // The engine exits with status 3 when it has to choose a move.
    let script = "echo x >> \"$1\"\nwhile read -r line; do case \"$line\" in \
                  hub) echo wait;; init) echo ready;; go*) exit 3;; esac; done";
    write_script(&engine, script);
    let seat = format!("hub:{} {}", engine.display(), starts.display());
    let server = Server::start(&["--red", &seat]);
    let game = server.game();
    for count in 1..=2 {
        let (status, problem) = server.refused("choose", &json!({"game": game, "agent": seat}));
        let message = problem["error"].as_str().unwrap();
        assert_eq!(status, 422, "{message}");
        assert!(message.contains("cannot choose a move: ") && message.contains("status 3"), "{message}");
        assert_eq!(fs::read_to_string(&starts).unwrap().lines().count(), count);
    }
}

#[test]
fn a_small_stack_is_enough_for_the_server() {
    let mut command = start::program("sh");
    command.args(["-c", "ulimit -s 256; exec checkers web --port 0"]);
    let server = Server::of(command);
    let events = server.events("rank", &json!({"game": server.game(), "depth": 4}));
    assert_eq!(events.last().unwrap().1, json!({"reason": "depth"}));
}

#[test]
fn requests_on_one_connection_are_answered_one_after_the_other() {
    let server = Server::start(&[]);
    let request = format!("GET /api/about HTTP/1.1\r\nHost: {}\r\n\r\n", server.host);
    let last = format!("GET / HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.host);
    let mut answers = String::new();
    server.send(format!("{request}{request}{last}").as_bytes()).read_to_string(&mut answers).unwrap();
    assert_eq!(answers.matches("HTTP/1.1 200 OK").count(), 3, "{answers}");
}

#[test]
fn the_browser_is_opened_at_the_address() {
    let folder = scratch("web-browser");
    let (browser, opened) = (folder.join("browser"), folder.join("opened"));
    let script = format!("printf %s \"$1\" > '{0}.part'\nmv '{0}.part' '{0}'", opened.display());
    write_script(&browser, &script);
    let mut command = start::program("checkers");
    command.args(["web", "--port", "0", "--open"]).env("BROWSER", &browser);
    let server = Server::of(command);
    wait_for_file(&opened);
    assert_eq!(fs::read_to_string(opened).unwrap(), format!("http://{}/", server.host));
}

#[test]
fn an_address_that_is_not_numeric_is_refused() {
    assert_eq!(run("checkers", &["web", "--address", "nowhere"], b"").status.code(), Some(2));
}

#[test]
fn the_engine_of_a_seat_plays_and_no_other_is_started() {
    let seat = "hub:checkers hub";
    let server = Server::start(&["--red", seat]);
    let game = server.game();
    let with = |moves: &[String]| {
        let mut game = game.clone();
        game["moves"] = json!(moves);
        game
    };
    let mut moves = vec!["f6->e5".to_owned()];
    for _ in 0..2 {
        let body = json!({"game": with(&moves), "agent": seat});
        moves.push(server.done("choose", &body)["move"].as_str().unwrap().to_owned());
        let place = server.done("game", &json!({"game": with(&moves)}))["place"].clone();
        moves.push(place["moves"][0]["move"].as_str().unwrap().to_owned());
    }
    let (status, problem) = server.refused("choose", &json!({"game": game, "agent": "hub:sh -c true"}));
    assert_eq!((status, &problem["field"]), (422, &json!("agent")), "{problem}");
}
