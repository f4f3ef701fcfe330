//! Tests of sessions without threads: lines in, effects out.

use std::mem::take;
use std::time::Duration;

use super::*;

const START: &str = "bbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

/// A session with its own clock.
struct Sitting {
    session: Session,
    now: Instant,
}

impl Sitting {
    fn new() -> Sitting {
        Sitting { session: Session::default(), now: Instant::now() }
    }

    /// Sends lines; returns the effects of the last line.
    fn send(&mut self, lines: &[&str]) -> Vec<Effect> {
        let take = |line: &&str| {
            self.session.take_line(line, self.now);
            take(&mut self.session.effects)
        };
        lines.iter().map(take).last().unwrap_or_default()
    }

    /// Sends lines; returns the replies to the last line.
    fn replies_to(&mut self, lines: &[&str]) -> Vec<String> {
        lines_of(&self.send(lines))
    }

    /// Sends lines; returns the search that the last line begins.
    fn search(&mut self, lines: &[&str]) -> Option<(Game, Limits)> {
        let effects = self.send(lines);
        effects.into_iter().find_map(|effect| match effect {
            Effect::Search(game, limits) => Some((game, limits)),
            _ => None,
        })
    }

    /// Ends the search with the position's first move.
    fn finish(&mut self) -> Vec<Effect> {
        let position = *self.session.current.as_ref().unwrap().requested.game.position();
        let mv = position.legal_moves().next().unwrap();
        let choice = Choice { line: vec![mv.clone()], mv, score: 0, depth: 1, nodes: 1 };
        self.session.take_choice(Some(choice), self.now);
        take(&mut self.session.effects)
    }

    /// Lets the time pass; returns the effects.
    fn wait(&mut self) -> Vec<Effect> {
        self.session.take_time(self.now);
        take(&mut self.session.effects)
    }
}

fn lines_of(effects: &[Effect]) -> Vec<String> {
    let lines = effects.iter().filter_map(|effect| match effect {
        Effect::Say(line) => Some(line.to_string()),
        _ => None,
    });
    lines.collect()
}

fn refused(lines: &[&str]) -> String {
    let replies = Sitting::new().replies_to(lines);
    assert_eq!(replies.len(), 1, "{replies:?}");
    replies[0]
        .strip_prefix("error message=")
        .unwrap_or_else(|| panic!("{replies:?}"))
        .trim_matches('"')
        .to_owned()
}

#[test]
fn the_engine_introduces_itself_with_its_parameters() {
    let replies = Sitting::new().replies_to(&["hub"]);
    assert!(replies[0].starts_with("id name=checkers version="), "{replies:?}");
    assert!(replies.contains(&"param name=variant value=english type=enum values=english".to_owned()));
    assert_eq!(replies.last().unwrap(), "wait");
    assert_eq!(Sitting::new().replies_to(&["hub", "init"]), ["ready"]);
}

#[test]
fn requests_that_lack_something_are_refused() {
    for (text, expected) in [
        ("foo", "but found 'foo'"),
        ("HUB", "but found 'HUB'"),
        ("pos", "expected pos= after pos"),
        ("pos moves=\"11-15\"", "expected pos= after pos"),
        ("set-param value=1", "expected name= after set-param"),
        ("set-param name=threads", "expected value= after set-param"),
        ("go", "expected think, ponder or analyze after go but found nothing"),
        ("go sideways", "expected think, ponder or analyze after go but found 'sideways'"),
        ("go think ponder", "expected one of think, ponder and analyze after go"),
        ("level", "expected depth, nodes, move-time, time or infinite after level"),
    ] {
        let why = refused(&[text]);
        assert!(why.ends_with(expected), "{text}: {why}");
    }
}

#[test]
fn unknown_arguments_are_skipped() {
    let requests = [&format!("pos pos=W{START} more=1"), "level depth=3 more=1", "go think more"];
    let (_, limits) = Sitting::new().search(&requests).unwrap();
    assert_eq!(limits.depth, Some(3));
}

#[test]
fn a_search_takes_its_position_and_level() {
    let mut sitting = Sitting::new();
    let pos = format!("pos pos=W{START} moves=\"11-15 23-19\"");
    let (game, limits) = sitting.search(&[&pos, "level move-time=2 depth=9", "go think"]).unwrap();
    assert_eq!(game.played().len(), 2);
    assert_eq!(limits.depth, Some(9));
    assert_eq!(limits.deadline, Some(sitting.now + Duration::from_secs(2)));
}

#[test]
fn the_start_position_determines_the_numbering() {
    // Both moves are the first in their lists: b6 to a5, and a3 to b4.
    for (start, expected) in [('B', "done move=9-13"), ('W', "done move=12-16")] {
        let mut sitting = Sitting::new();
        sitting.search(&[&format!("pos pos={start}{START}"), "level depth=1", "go think"]).unwrap();
        assert_eq!(lines_of(&sitting.finish()), [expected], "{start}");
    }
}

#[test]
fn moves_determine_the_numbering_unless_the_parameter_sets_it() {
    let numbered = |numbering: &str, moves: &str| {
        let mut sitting = Sitting::new();
        let pos = format!("pos pos=Weeeeeeeeeeeebeeeeeeeeeeeeeeeeeew moves=\"{moves}\"");
        sitting.replies_to(&[&format!("set-param name=numbering value={numbering}"), &pos]);
        sitting.session.game.is_some().then_some(sitting.session.numbering)
    };
    assert_eq!(numbered("auto", "32-28"), Some(Numbering::Same));
    assert_eq!(numbered("auto", "1-5"), Some(Numbering::Turned));
    assert_eq!(numbered("auto", ""), Some(Numbering::Turned), "as pydraughts, if both are possible");
    assert_eq!(numbered("same", ""), Some(Numbering::Same));
    assert_eq!(numbered("same", "32-28"), Some(Numbering::Same));
    assert_eq!(numbered("same", "1-5"), None);
    assert_eq!(numbered("turned", "32-28"), None);
}

#[test]
fn moves_that_are_legal_both_ways_leave_the_numbering_open() {
    // Black's kings stand on 14 and 19. If squares are counted from the other end, each king has the other's
    // number.
    let empty = |count| "e".repeat(count);
    let start = format!("pos pos=BW{}B{}B{}", empty(12), empty(4), empty(13));
    let mut sitting = Sitting::new();
    let mut numbered = |moves: &str| {
        assert_eq!(
            sitting.replies_to(&[&format!("{start} moves=\"{moves}\"")]),
            Vec::<String>::new(),
            "{moves}"
        );
        sitting.session.numbering
    };
    assert_eq!(numbered("19-23"), Numbering::Turned, "as pydraughts, if both are possible");
    assert_eq!(numbered("19-23 1-5 23-27"), Numbering::Same, "White's king stands on 1, not on 32");
    assert_eq!(numbered("19-23"), Numbering::Same, "as the moves before have shown");
}

#[test]
fn wrong_requests_are_answered_and_change_nothing() {
    let pos = format!("pos pos=B{START}");
    for (lines, expected) in [
        (&["go think"][..], "expected pos before go"),
        (&[&pos, "go"], "expected think, ponder or analyze after go but found nothing"),
        (&["pos pos=B"], "expected 32 squares in the position but found 0"),
        (&[&format!("{pos} moves=\"11-15 11-15\"")], "move 2: the move '11-15' is not legal"),
        (
            &["pos pos=Wwbbeeeeeeeeeeeeeeeeeeeeeeeeeeeee", "go think"],
            "expected a position with moves: White has none",
        ),
        (&["ponder-hit"], "expected ponder-hit after go ponder"),
        (
            &["set-param name=book value=true"],
            "expected one of the parameters variant, numbering, threads, tt-size, bb-size or bb-path but found 'book'",
        ),
        (&["pos pos=\"B"], "the value of 'pos' has no closing quotation mark"),
    ] {
        assert_eq!(refused(lines), expected, "{lines:?}");
    }
    // A refused position clears the previous one, too.
    assert_eq!(refused(&[&pos, "pos pos=x", "go think"]), "expected pos before go");
}

#[test]
fn stop_without_a_search_and_blank_lines_are_ignored() {
    assert_eq!(Sitting::new().send(&["stop"]), []);
    assert_eq!(Sitting::new().send(&[" "]), []);
}

#[test]
fn pings_are_answered_during_a_search() {
    let mut sitting = Sitting::new();
    assert_eq!(sitting.replies_to(&[&format!("pos pos=B{START}"), "go analyze", "ping"]), ["pong"]);
}

#[test]
fn analysis_without_a_level_has_no_limits() {
    let mut sitting = Sitting::new();
    let (_, limits) = sitting.search(&[&format!("pos pos=B{START}"), "go analyze"]).unwrap();
    assert_eq!(limits, Limits::default());
    assert_eq!(sitting.send(&["stop"]), [Effect::Stop]);
    assert_eq!(lines_of(&sitting.finish()), ["done move=9-13"]);
}

#[test]
fn pondering_begins_the_clock_when_the_opponent_has_moved() {
    let mut sitting = Sitting::new();
    let (_, limits) =
        sitting.search(&[&format!("pos pos=B{START}"), "level move-time=3", "go ponder"]).unwrap();
    assert_eq!(limits, Limits::default());
    sitting.now += Duration::from_secs(60);
    assert_eq!(sitting.session.deadline(), None);
    assert_eq!(sitting.send(&["ponder-hit"]), []);
    assert_eq!(sitting.session.deadline(), Some(sitting.now + Duration::from_secs(3)));
    assert_eq!(sitting.wait(), []);
    sitting.now += Duration::from_secs(3);
    assert_eq!(sitting.wait(), [Effect::Stop]);
    assert_eq!(sitting.wait(), [], "once is enough");
    assert_eq!(lines_of(&sitting.finish()), ["done move=9-13"]);
}

#[test]
fn a_pondering_search_that_ends_early_holds_its_move_until_ponder_hit_or_stop() {
    for end in ["ponder-hit", "stop"] {
        let mut sitting = Sitting::new();
        sitting.send(&[&format!("pos pos=B{START}"), "go ponder"]);
        assert_eq!(sitting.finish(), []);
        assert_eq!(sitting.replies_to(&[end]), ["done move=9-13"], "{end}");
        assert_eq!(sitting.send(&["stop"]), [], "there is no search any more");
    }
}

#[test]
fn a_search_requested_during_another_waits_for_it() {
    let mut sitting = Sitting::new();
    let pos = format!("pos pos=B{START}");
    sitting.send(&[&pos, "level depth=3", "go think"]);
    assert_eq!(sitting.send(&[&format!("{pos} moves=11-15"), "go think"]), [], "the first ends by itself");
    let effects = sitting.finish();
    assert_eq!(lines_of(&effects), ["done move=9-13"]);
    assert!(matches!(&effects[1], Effect::Search(game, _) if game.played().len() == 1));
    assert_eq!(sitting.send(&["stop", "go ponder", "go think"]), [], "the first still goes on");
    assert!(
        matches!(sitting.finish()[..], [Effect::Say(_), Effect::Search(..), Effect::Stop]),
        "it gives way"
    );
}

#[test]
fn a_search_without_an_end_gives_way_to_the_next() {
    for first in ["go ponder", "go analyze"] {
        let mut sitting = Sitting::new();
        sitting.send(&[&format!("pos pos=B{START}"), first]);
        assert_eq!(sitting.send(&["level depth=1", "go think"]), [Effect::Stop], "{first}");
        assert_eq!(lines_of(&sitting.finish()), ["done move=9-13"]);
        assert!(sitting.session.current.is_some());
    }
}

#[test]
fn one_stop_ends_all_requested_searches() {
    let requested = ["level infinite", "go think", "go analyze", "go think"];
    let begin = || {
        let mut sitting = Sitting::new();
        sitting.send(&[&format!("pos pos=B{START}")]);
        sitting.send(&requested);
        sitting
    };
    let is_stopped =
        |effects: &[Effect]| matches!(effects, [Effect::Say(_), Effect::Search(..), Effect::Stop]);
    // An endless search also gives way if other searches are queued when it begins; only the last search
    // keeps running.
    let mut sitting = begin();
    assert!(is_stopped(&sitting.finish()));
    assert!(matches!(sitting.finish()[..], [Effect::Say(_), Effect::Search(..)]));
    assert_eq!(sitting.send(&["stop"]), [Effect::Stop]);
    // A stop that comes while searches are queued ends all of them, including the last one and searches of
    // limited depth.
    let mut sitting = begin();
    assert_eq!(sitting.send(&["level depth=9", "go ponder", "stop"]), [Effect::Stop]);
    assert!((0..3).all(|_| is_stopped(&sitting.finish())));
    assert!(matches!(sitting.finish()[..], [Effect::Say(_)]));
    // `stop` does not stop searches requested later.
    let mut sitting = begin();
    sitting.send(&["stop", "level depth=9", "go think"]);
    assert!((0..2).all(|_| is_stopped(&sitting.finish())));
    assert!(matches!(sitting.finish()[..], [Effect::Say(_), Effect::Search(..)]));
}

#[test]
fn the_number_of_waiting_searches_is_limited() {
    let mut sitting = Sitting::new();
    sitting.send(&[&format!("pos pos=B{START}"), "level depth=9"]);
    for _ in 0..=MAX_WAITING_SEARCHES {
        assert!(sitting.replies_to(&["go think"]).is_empty());
    }
    assert_eq!(sitting.replies_to(&["go think"]), ["error message=\"64 searches are waiting already\""]);
}

#[test]
fn the_engine_is_made_when_parameters_have_changed_and_never_during_a_search() {
    let is_made = |effects: &[Effect]| effects.iter().any(|effect| matches!(effect, Effect::Configure(_)));
    let mut sitting = Sitting::new();
    assert!(is_made(&sitting.send(&["init"])));
    assert!(!is_made(&sitting.send(&["init"])));
    assert!(!is_made(&sitting.send(&[&format!("pos pos=B{START}"), "level depth=1", "go think"])));
    assert!(!is_made(&sitting.send(&["set-param name=tt-size value=12", "init"])));
    sitting.finish();
    assert!(is_made(&sitting.send(&["go think"])));
}

#[test]
fn a_new_game_is_forgotten_before_the_next_search() {
    let mut sitting = Sitting::new();
    sitting.send(&["init", &format!("pos pos=B{START}")]);
    assert!(!sitting.send(&["go think"]).contains(&Effect::Forget));
    assert_eq!(sitting.send(&["new-game"]), []);
    sitting.finish();
    assert!(sitting.send(&["go think"]).contains(&Effect::Forget));
}

#[test]
fn the_end_waits_for_the_moves_of_all_requested_searches() {
    assert_eq!(Sitting::new().send(&["quit"]), [Effect::Quit]);
    let mut sitting = Sitting::new();
    sitting.send(&[&format!("pos pos=B{START}"), "level depth=9", "go think", "go ponder"]);
    sitting.session.end(sitting.now);
    assert_eq!(take(&mut sitting.session.effects), [Effect::Stop]);
    assert!(matches!(sitting.finish()[..], [Effect::Say(_), Effect::Search(..), Effect::Stop]));
    assert!(matches!(sitting.finish()[..], [Effect::Say(_), Effect::Quit]));
    // The move of a pondering search that has ended is reported, too.
    let mut sitting = Sitting::new();
    sitting.send(&[&format!("pos pos=B{START}"), "go ponder"]);
    assert_eq!(sitting.finish(), []);
    assert!(matches!(sitting.send(&["quit"])[..], [Effect::Say(_), Effect::Quit]));
}
