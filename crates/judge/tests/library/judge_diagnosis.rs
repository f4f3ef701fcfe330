//! Tests the diagnosis: what explains all answers of a program.

use rankmoves_core::{Player, Square};
use rankmoves_judge::{Case, Mistake, Mistakes, Mutant, Question, diagnose, substitutions};

use super::judge_suite::default_suite;

fn diagnosis(mistakes: impl Into<Mistakes>) -> Vec<Mistakes> {
    let program = Mutant::new(mistakes);
    let cases = default_suite();
    let answers: Vec<_> = cases.iter().map(|case| program.answer(&case.question())).collect();
    let pairs = cases.iter().zip(&answers).map(|(case, answer)| (case.question(), answer.as_deref()));
    diagnose(&pairs.collect::<Vec<_>>())
}

#[test]
fn each_mistake_is_diagnosed_by_its_answers() {
    for &mistake in Mistake::ALL {
        assert_eq!(diagnosis(mistake), [Mistakes::from(mistake)], "{mistake}");
    }
    assert_eq!(diagnosis(Mistakes::NONE), []);
}

#[test]
fn a_mistake_made_for_one_player_is_diagnosed_with_the_player() {
    use Mistake::{KingsCountOne, MenMoveBackwardOnly, NotCrownedByJump, NotCrownedByStep};
    let never_crowned = Mistakes::from(NotCrownedByStep).with(NotCrownedByJump);
    for mistakes in [KingsCountOne.into(), MenMoveBackwardOnly.into(), never_crowned] {
        for player in [Player::Red, Player::Black] {
            assert_eq!(diagnosis(mistakes.only_for(player)), [mistakes.only_for(player)], "{mistakes:?}");
        }
    }
}

#[test]
fn a_mistake_in_moving_is_diagnosed_if_the_moves_in_the_file_are_played_rightly() {
    use Mistake::{AlwaysSingle, KingsStepForwardOnly, MenMoveBackwardOnly, NothingTaken};
    for mistake in [AlwaysSingle, KingsStepForwardOnly, MenMoveBackwardOnly, NothingTaken] {
        let program = Mutant::new(mistake);
        let [own, right] = [program, program.replaying_rightly()]
            .map(|program| move |case: &Case| program.answer(&case.question()));
        let cases = default_suite();
        assert!(cases.iter().any(|case| own(case) != right(case)), "{mistake}");
        assert_eq!(diagnosis_of(|case| right(case).unwrap()), [Mistakes::from(mistake)], "{mistake}");
    }
}

#[test]
fn scores_that_are_always_the_same_others_are_found() {
    let cases = default_suite();
    let found = |answer: &dyn Fn(&Case) -> String| {
        let answers: Vec<String> = cases.iter().map(answer).collect();
        let pairs = cases.iter().zip(&answers).map(|(case, answer)| (case.question(), Some(answer.as_str())));
        let found = substitutions(&pairs.collect::<Vec<_>>());
        found.iter().map(|it| (it.right, it.printed)).collect::<Vec<_>>()
    };
    assert_eq!(found(&|case| case.answer.replace("99\n", "100\n")), [(-99, -100), (99, 100)]);
    assert_eq!(found(&|case| case.answer.clone()), []);
    // If 100 replaces 99 only in trees, there is no consistent substitution.
    let in_trees =
        |case: &Case| if case.verbose { case.answer.replace("99\n", "100\n") } else { case.answer.clone() };
    assert_eq!(found(&in_trees), []);
    assert_eq!(found(&|case| Mutant::new(Mistake::WorstReply).answer(&case.question()).unwrap()), []);
}

#[test]
fn two_mistakes_are_diagnosed_together() {
    use Mistake::{
        CrownedManJumpsOn, EarlyStop, KingsCountOne, MenJumpBackward, NoReplyLoses, SignNotTurned,
        StuckOrder, WorstReply,
    };
    for (one, other) in [
        (MenJumpBackward, KingsCountOne),
        (CrownedManJumpsOn, WorstReply),
        (SignNotTurned, StuckOrder),
        (EarlyStop, NoReplyLoses),
    ] {
        let both = Mistakes::from(one).with(other);
        assert_eq!(diagnosis(both), [both], "{one} and {other}");
    }
    let three = Mistakes::from(MenJumpBackward).with(KingsCountOne).with(WorstReply);
    assert_eq!(diagnosis(three), []);
}

/// Diagnoses a program by its answers to the cases.
fn diagnosis_of(answer: impl Fn(&Case) -> String) -> Vec<Mistakes> {
    let cases = default_suite();
    let answers: Vec<String> = cases.iter().map(answer).collect();
    let pairs = cases.iter().zip(&answers).map(|(case, answer)| (case.question(), Some(answer.as_str())));
    diagnose(&pairs.collect::<Vec<_>>())
}

/// Returns the answer with the moves of the root in another order, if the answer is not a tree.
fn in_order<K: Ord>(case: &Case, key: impl FnMut(&&str) -> K) -> String {
    let mut lines: Vec<&str> = case.answer.lines().collect();
    if !case.verbose || case.depth == 0 {
        lines.sort_by_key(key);
    }
    lines.join("\n") + "\n"
}

#[test]
fn unsorted_is_diagnosed_only_if_a_scan_of_the_board_gives_the_order() {
    use std::cmp::Reverse;
    let score = |line: &&str| line.rsplit(' ').next().and_then(|score| score.parse::<i32>().ok());
    assert_eq!(diagnosis_of(|case| in_order(case, |line| Reverse(score(line)))), []);
    assert_eq!(diagnosis_of(|case| in_order(case, |line| Reverse((*line).to_owned()))), []);
    assert_eq!(diagnosis_of(|case| in_order(case, |line| line.trim_start_matches(". ")[3..].to_owned())), []);
    // By rows from the bottom, then by files; the jumps and steps of a piece come together.
    let by_rows = |case: &Case| {
        let trees = !case.verbose || case.depth == 0;
        if !trees {
            return Mutant::new(Mistake::Unsorted).answer(&case.question()).unwrap();
        }
        in_order(case, |line| {
            let path = line.trim_start_matches(". ").split([' ', '-']).next().unwrap().to_owned();
            path.parse::<Square>().map(|square| (square.rank(), square.file())).ok()
        })
    };
    assert_eq!(diagnosis_of(by_rows), [Mistakes::from(Mistake::Unsorted)]);
}

#[test]
fn deep_scores_alone_blame_no_rule() {
    let plain = |case: &&Case| case.depth > 0 && !case.verbose;
    let cases: Vec<&Case> = default_suite().iter().filter(plain).collect();
    let named = |mistake: Mistake| {
        let program = Mutant::new(mistake);
        let answers: Vec<_> = cases.iter().map(|case| program.answer(&case.question())).collect();
        let pairs = cases.iter().zip(&answers).map(|(case, answer)| (case.question(), answer.as_deref()));
        diagnose(&pairs.collect::<Vec<_>>())
    };
    assert_eq!(named(Mistake::KingsCountOne), []);
    assert!(named(Mistake::DepthOneLess).contains(&Mistakes::from(Mistake::DepthOneLess)));
}

#[test]
fn an_answer_in_another_form_is_diagnosed_all_the_same() {
    let cases = default_suite();
    let program = Mutant::new(Mistake::KingsCountOne);
    let answers = cases
        .iter()
        .map(|case| program.answer(&case.question()).unwrap().replace('\n', " \r\n").replace("    ", "\t"));
    let answers: Vec<String> = answers.collect();
    let pairs = cases.iter().zip(&answers).map(|(case, answer)| (case.question(), Some(answer.as_str())));
    assert_eq!(diagnose(&pairs.collect::<Vec<_>>()), [Mistakes::from(Mistake::KingsCountOne)]);
    let none: Vec<_> = cases.iter().map(|case| (case.question(), None)).collect();
    assert_eq!(diagnose(&none), []);
}

#[test]
fn a_mistake_is_diagnosed_in_another_form_too() {
    let questions: Vec<Question<'_>> = default_suite().iter().map(|case| case.question()).collect();
    for mistake in [Mistake::KingsCountOne, Mistake::WorstReply] {
        let answer = |question: &Question<'_>| {
            let answer = Mutant::new(mistake).answer(question)?;
            Some(answer.replace("    ", "\t").replace(" for ", " by ").replace("score ", "score = "))
        };
        let answers: Vec<Option<String>> = questions.iter().map(answer).collect();
        let pairs: Vec<_> =
            questions.iter().zip(&answers).map(|(question, answer)| (*question, answer.as_deref())).collect();
        assert_eq!(diagnose(&pairs), [Mistakes::from(mistake)]);
    }
}

/// Each side has one move again and again, so a mutant that searches one ply deeper reaches the greatest depth.
#[test]
fn a_mutant_that_reaches_a_limit_explains_no_answer() {
    let text = "RULES:\nno capture\nsingle jumps\nboard 4x8\nTURN:\nred\nBOARD:\n\
                \" r \" r \" r \" B\nr \" r \" . \" . \"\n\" . \" . \" b \" b\nR \" b \" b \" b \"\nMOVES:\n";
    for depth in [999, 1000, 1001] {
        let question = Question { text, depth, verbose: false };
        let right = Mutant::new(Mistakes::NONE).answer(&question).unwrap();
        let (mv, _) = right.split_once("score").unwrap();
        let wrong = format!("{mv}score 55\n");
        assert_eq!(diagnose(&[(question, Some(&wrong))]), [], "{depth}: {right}");
    }
}
