//! Tests changes to the lines of a record against a plain tree of moves.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use rankmoves_core::pdn::{EditError, GameResult, Line, Record};
use rankmoves_core::{Move, Ply, Position};
use testing::seed::config;

use super::game;

/// The moves that follow a position, the main move first, and the comment on the move before them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Tree {
    next: Vec<(String, Tree)>,
    comment: String,
}

impl Tree {
    /// Returns the tree of a line.
    fn of(line: Line<'_>) -> Tree {
        let mut tree = Tree { comment: line.comment().to_owned(), ..Tree::default() };
        tree.take(line);
        tree
    }

    /// Adds the moves of a line and the alternatives to them.
    fn take(&mut self, line: Line<'_>) {
        let mut here = self;
        for annotated in line.moves() {
            let place = here.next.len();
            here.next.push((
                annotated.mv.to_string(),
                Tree { comment: annotated.comment.to_owned(), ..Tree::default() },
            ));
            annotated.variations().for_each(|variation| here.take(variation));
            here = &mut here.next[place].1;
        }
    }

    /// Returns the index of a move, and the tree after the move.
    fn after(&mut self, ply: &Ply) -> Option<(usize, &mut Tree)> {
        let place = self.next.iter().position(|(name, _)| *name == ply.to_string())?;
        Some((place, &mut self.next[place].1))
    }

    /// Returns the tree after some moves.
    fn at(&mut self, plies: &[Ply]) -> Option<&mut Tree> {
        plies.iter().try_fold(self, |here, ply| here.after(ply).map(|(_, after)| after))
    }

    fn add(&mut self, plies: &[Ply]) {
        let mut here = self;
        for ply in plies {
            if here.after(ply).is_none() {
                here.next.push((ply.to_string(), Tree::default()));
            }
            here = here.after(ply).unwrap().1;
        }
    }

    fn delete(&mut self, plies: &[Ply]) -> Option<()> {
        let (last, before) = plies.split_last()?;
        let above = self.at(before)?;
        let (place, _) = above.after(last)?;
        above.next.remove(place);
        Some(())
    }

    /// Promotes the last ply of `plies` that begins a variation.
    fn promote(&mut self, plies: &[Ply]) -> Option<()> {
        self.at(plies).filter(|_| !plies.is_empty())?;
        for place in (0..plies.len()).rev() {
            let above = self.at(&plies[..place])?;
            let (index, _) = above.after(&plies[place])?;
            if index > 0 {
                let promoted = above.next.remove(index);
                above.next.insert(0, promoted);
                return Some(());
            }
        }
        Some(())
    }

    /// Makes all of `plies` the first choices.
    fn promote_to_main(&mut self, plies: &[Ply]) -> Option<()> {
        self.at(plies)?;
        for (place, ply) in plies.iter().enumerate() {
            let above = self.at(&plies[..place])?;
            let (index, _) = above.after(ply)?;
            let promoted = above.next.remove(index);
            above.next.insert(0, promoted);
        }
        Some(())
    }
}

/// Returns random plies. Different calls often return the same first plies.
fn line(choices: &[Index]) -> Vec<Ply> {
    let (mut here, mut plies) = (Record::standard_start(), Vec::new());
    for choice in choices {
        let mut legal: Vec<_> = here.legal_moves().collect();
        legal.truncate(3);
        let Some(mv) = (!legal.is_empty()).then(|| choice.get(&legal).clone()) else { break };
        here = here.after(&mv);
        plies.push(Ply::from(&mv));
    }
    plies
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn a_changed_record_has_the_lines_of_a_changed_tree_and_is_read_as_it_is_written(
        changes in vec((0..8_u8, vec(any::<Index>(), 0..6)), 1..40),
    ) {
        let mut record = Record::new(Record::standard_start(), &[]).unwrap();
        let mut tree = Tree::default();
        for (number, (kind, choices)) in changes.into_iter().enumerate() {
            let plies = line(&choices);
            let before = record.clone();
            let (done, expected) = match kind {
                0 => (record.delete(&plies), tree.delete(&plies)),
                1 => (record.promote(&plies), tree.promote(&plies)),
                2 => (record.promote_to_main(&plies), tree.promote_to_main(&plies)),
                3 => {
                    let text = format!("comment {number}");
                    let expected = tree.at(&plies).map(|at| at.comment.clone_from(&text));
                    (record.comment(&plies, &text), expected)
                }
                _ => {
                    tree.add(&plies);
                    (record.add(&plies), Some(()))
                }
            };
            prop_assert_eq!(done.is_ok(), expected.is_some(), "{:?} {:?}", done, plies);
            if done.is_err() {
                prop_assert_eq!(&done, &Err(EditError::NotFound));
                prop_assert_eq!(&record, &before);
            }
            prop_assert_eq!(&Tree::of(record.line()), &tree);
            prop_assert_eq!(&game(&record.to_string()), &record);
        }
    }
}

#[test]
fn alternatives_inside_variations_are_found_wherever_they_are_written() {
    let mut record = game("1. 11-15 (9-14 (10-14 {here}) 22-18) 1-0");
    let other: [Ply; 1] = ["d6->c5".parse().unwrap()];
    record.comment(&other, "there {or here}").unwrap();
    assert!(record.to_string().contains("10-14 {there (or here)}"), "{record}");
    record.promote(&other).unwrap();
    record.promote(&other).unwrap();
    assert!(record.to_string().contains("1. 10-14 {there (or here)} (1. 11-15)"), "{record}");
    assert_eq!(record.result(), GameResult::BlackWins, "the game that was played has not changed");
    record.delete(&other).unwrap();
    assert_eq!((record.moves()[0].to_string().as_str(), record.result()), ("f6->e5", GameResult::Unknown));
}

#[test]
fn a_new_comment_keeps_the_commands_of_the_old_one_unless_it_has_its_own() {
    let mut record = game("{[%cal x] start} 1. 11-15 {[%clk 0:04:57] slow [%emt 3]} (1. 9-14 {a [% b}) *");
    let plies: [Ply; 1] = ["f6->e5".parse().unwrap()];
    let comment = |record: &Record| record.line().moves().next().unwrap().comment.to_owned();
    for (new, expected) in [
        ("best", "[%clk 0:04:57] [%emt 3] best"),
        ("", "[%clk 0:04:57] [%emt 3]"),
        ("a [% b", "[%clk 0:04:57] [%emt 3] a [% b"),
        ("[%clk 0:01:00] now", "[%clk 0:01:00] now"),
    ] {
        record.comment(&plies, new).unwrap();
        assert_eq!(comment(&record), expected);
    }
    record.comment(&[], "the start").unwrap();
    assert_eq!(record.line().comment(), "[%cal x] the start");
    // A command without an end is a word.
    let other: [Ply; 1] = ["b6->c5".parse().unwrap()];
    record.comment(&other, "c").unwrap();
    assert!(record.to_string().contains("{c}"), "{record}");
}

#[test]
fn illegal_plies_and_deep_nesting_are_refused() {
    let mut record = game("1. 11-15 *");
    assert!(matches!(record.add(&["f6->f5".parse().unwrap()]), Err(EditError::Illegal(_))));
    assert_eq!(record.add(&[Ply::Pass]), Err(EditError::NotFound));
    assert_eq!(record.delete(&[]), Err(EditError::NotFound));
    // Each variation branches from the previous variation: two kings walk about and never meet.
    let mut record = Record::new(Position::from_fen("B:WK32:BK1").unwrap(), &[]).unwrap();
    let (mut plies, mut here) = (Vec::<Ply>::new(), record.start());
    let mut refused = None;
    for _ in 0..500 {
        let is_safe = |mv: &Move| here.after(mv).legal_moves().all(|reply| !reply.is_jump());
        let moves: Vec<Ply> = here.legal_moves().filter(is_safe).take(2).map(|mv| Ply::from(&mv)).collect();
        let main = [&plies[..], &moves[..1]].concat();
        plies.push(moves.last().unwrap().clone());
        here = here.play_ply(plies.last().unwrap()).unwrap();
        refused = record.add(&main).and_then(|()| record.add(&plies)).err();
        if refused.is_some() {
            break;
        }
    }
    assert_eq!(refused, Some(EditError::TooDeep));
    assert_eq!(game(&record.to_string()), record);
}
