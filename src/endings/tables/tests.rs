use std::num::NonZeroUsize;

use super::*;

fn build(pieces: u32, rules: Rules) -> Tables {
    let mut tables = Tables::new(Shape::STANDARD, rules);
    tables.build(pieces, NonZeroUsize::new(2).unwrap(), &BuildProgress::default()).unwrap();
    tables
}

fn sum(tables: &Tables, pieces: u32) -> Counts {
    let mut sum = Counts::default();
    for counts in Material::all(pieces).into_iter().map(|material| tables.counts(material).unwrap()) {
        sum.positions += counts.positions;
        sum.won += counts.won;
        sum.drawn += counts.drawn;
        sum.lost += counts.lost;
        sum.longest_win = sum.longest_win.max(counts.longest_win);
        sum.longest_loss = sum.longest_loss.max(counts.longest_loss);
    }
    sum
}

#[test]
fn a_king_against_a_king_is_as_published() {
    let tables = build(2, Rules::ENGLISH);
    let material = Material { own_men: 0, own_kings: 1, their_men: 0, their_kings: 1 };
    let counts = tables.counts(material).unwrap();
    assert_eq!((counts.positions, counts.won, counts.drawn, counts.lost), (992, 230, 654, 108));
    assert_eq!(counts.longest_win.max(counts.longest_loss), 11);
}

#[test]
fn endings_of_up_to_four_pieces_are_as_published() {
    let tables = build(4, Rules::ENGLISH);
    let sums = [2, 3, 4].map(|pieces| sum(&tables, pieces));
    let total = |count: fn(&Counts) -> u64| sums.iter().map(count).sum::<u64>();
    assert_eq!(total(|counts| counts.won), 2_675_270);
    assert_eq!(total(|counts| counts.drawn), 1_728_769);
    assert_eq!(total(|counts| counts.lost), 2_004_797);
    assert_eq!(sums.iter().map(|counts| counts.longest_win).max(), Some(109));
}
