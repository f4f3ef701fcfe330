//! Tests of reviews: judged plies, the costliest plies, and other moves in their place.

use table::review::MOMENT_COST;

use super::*;

#[test]
fn a_record_is_judged() {
    let mut sitting = Sitting::at_start();
    sitting.load(loaded(1));
    assert_eq!((sitting.model.game().played().len(), sitting.model.autoplay.flow), (0, Flow::Paused));
    sitting.settle();
    let cost = |ply| sitting.model.reviewed(ply).unwrap().cost();
    assert!(cost(5) >= MOMENT_COST && cost(6) >= MOMENT_COST, "a man given away, and left standing");
    assert!((0..5).all(|ply| cost(ply) < cost(5)));
    sitting.keys("<Down><Down><Down><Down><Down><Down>");
    assert!(sitting.model.slip().unwrap().starts_with("6. red plays a3->b4: "), "{:?}", sitting.model.slip());
    let slip = sitting.settle().model.slip().unwrap();
    // The comment in the record is: 9-14 wins a man now.
    let refutation =
        ": a man lost by force after 4 plies: a3->b4, b6->c5, d4->b6 takes a man, a7->c5->a3 takes 2 men";
    assert!(slip.contains(refutation), "{slip}");
    // The command `review` steps through the moments, the worst first, even from the place of another.
    let mut places = Vec::new();
    let second = sitting.model.moments()[1] + 1;
    sitting.type_line(&format!("goto {second}"));
    for _ in 0..2 {
        sitting.type_line("review");
        places.push(sitting.model.game().played().len() - 1);
    }
    let cost = |ply| sitting.model.reviewed(ply).unwrap().cost();
    assert!(
        (0..9).all(|ply| cost(ply) <= cost(places[0])) && cost(places[0]) >= cost(places[1]),
        "{places:?}"
    );
    assert_ne!(places[0], places[1]);
    sitting.type_line("goto 1");
    assert_eq!(sitting.model.screen.notice.text, "", "the verdict was about another ply");
    sitting.keys("G,,");
    assert_eq!(sitting.model.record_move().unwrap().comment, "It is left standing.");
    // A different move becomes a variation of the record.
    sitting.keys("g").type_line("9-14");
    assert_eq!((sitting.model.record().unwrap().moves().len(), sitting.model.library.branches.len()), (9, 1));
    sitting.keys("m<Down><Enter>");
    assert_eq!(
        (sitting.effects.len(), sitting.model.context()),
        (0, Context::Games),
        "the game is not saved"
    );
    sitting.keys("<Enter><Down><Enter>");
    assert_eq!(sitting.effects, [load_effect(2, "games.pdn", Some(2))]);
    assert!(
        sitting.model.screen.notice.text.contains("11-14, is illegal"),
        "{:?}",
        sitting.model.screen.notice
    );
}

#[test]
fn the_costliest_plies_are_listed_with_the_refutation_of_the_shown_one() {
    let mut sitting = Sitting::at_start();
    sitting.load(loaded(1)).settle().keys("......");
    for (columns, rows) in [(80, 24), (120, 40), (200, 60)] {
        let text = sitting.resize(columns, rows).text();
        for part in ["costliest plies", "  9 a7->b6   -72", "d4->b6 takes a man", "  red "] {
            assert!(text.contains(part), "{part}: {text}");
        }
        for ply in sitting.model.moments() {
            let why = sitting.model.reviewed(ply).unwrap().why.as_ref().unwrap();
            assert!(text.contains(&format!("{:#} ", why.reasons[0])), "{text}");
        }
    }
}

#[test]
fn a_review_shows_the_graph_and_the_current_ply_whichever_part_has_the_focus() {
    let mut sitting = Sitting::at_start();
    sitting.load(loaded(1)).settle();
    for (columns, rows) in [(80, 24), (120, 40), (200, 60)] {
        sitting.resize(columns, rows);
        for ply in 1..=9 {
            sitting.type_line(&format!("goto {ply}")).settle();
            let moments = sitting.model.moment_lines(false).len();
            for _ in 0..3 {
                let text = sitting.keys("<Tab>").text();
                let made = format!("▌{ply:>3} ");
                for part in ["│  red ", "│black ", &made] {
                    assert!(text.contains(part), "{part}: {text}");
                }
                // On a low screen, only the game's focus shows the costliest plies.
                if rows > 24 || sitting.model.selection.focus == Context::Moves {
                    let panel = text.lines().skip_while(|line| !line.contains("╭ costliest plies")).skip(1);
                    let panel = panel.map(|line| line.split('│').nth_back(1).unwrap_or_default());
                    let panel: Vec<&str> = panel.take_while(|line| !line.is_empty()).collect();
                    assert!(panel.len() >= moments, "{text}");
                    assert!(panel.iter().all(|line| !line.trim().is_empty()), "{text}");
                }
            }
        }
    }
}

#[test]
fn another_move_is_tried_in_place_of_a_ply() {
    let mut sitting = Sitting::at_start();
    sitting.load(loaded(1)).type_line("try 6 e3-f4").settle();
    let notice = &sitting.model.screen.notice.text;
    assert!(notice.starts_with("better than a3->b4 ("), "{notice}");
    assert_eq!(sitting.model.game().plies().len(), 9, "the game is unchanged");
    sitting.type_line("try 10 e3-f4");
    assert_eq!(sitting.model.screen.notice.text, "expected a ply of the game, 1 to 9, but found 10");
    sitting.keys("g......").type_line("try e3-f4").settle();
    let notice = &sitting.model.screen.notice.text;
    assert!(notice.starts_with("better than a3->b4 ("), "without a number, the last ply is meant: {notice}");
    // A move that is played there instead is judged as well.
    sitting.keys("g.....").type_line("e3-f4").settle();
    assert!(sitting.text().contains("6. red plays e3->f4: "), "{}", sitting.text());
    sitting.keys("a,").type_line("#3").settle();
    let notice = &sitting.model.screen.notice.text;
    assert!(
        notice.starts_with("6. red plays ") && notice.contains(" %"),
        "also if scores are hidden: {notice}"
    );
}
