//! Tests agents that another thread watches and stops.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use rankmoves_core::{Player, Position, Resources, Rules};
use rankmoves_game::{AgentError, AgentSpec, Game};
use testing::stop::stopped;

#[test]
fn thinking_agents_stop() {
    let game = Game::new(Position::start(Rules::ENGLISH, Player::Red));
    for name in ["minimax:24", "timed:3600", "eval:99"] {
        let mut agent = name.parse::<AgentSpec>().unwrap().agent(Resources::default()).unwrap();
        let flag = agent.stop_flag().unwrap();
        let is_called = AtomicBool::new(false);
        let choose = || {
            is_called.store(true, Relaxed);
            agent.choose(&game)
        };
        let result = stopped(&flag, || is_called.load(Relaxed), choose);
        assert!(matches!(result, Ok(_) | Err(AgentError::Stopped)), "{name} {result:?}");
    }
    // A stopped random agent chooses among the moves generated so far; this position has only a few moves.
    let mut random = "random:1".parse::<AgentSpec>().unwrap().agent(Resources::default()).unwrap();
    random.stop_flag().unwrap().store(true, Relaxed);
    assert!(random.choose(&game).is_ok());
}

#[test]
fn an_agent_stops_by_itself_when_its_time_is_up() {
    let game = Game::new(Position::start(Rules::ENGLISH, Player::Red));
    let mut agent = "timed:0.02".parse::<AgentSpec>().unwrap().agent(Resources::default()).unwrap();
    let flag = agent.stop_flag().unwrap();
    let (sender, chosen) = channel();
    thread::scope(|scope| {
        scope.spawn(move || sender.send(agent.choose(&game)));
        let chosen = chosen.recv_timeout(Duration::from_secs(60));
        flag.store(true, Relaxed);
        assert!(matches!(chosen, Ok(Ok(_))), "{chosen:?}");
    });
}
