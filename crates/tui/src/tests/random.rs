//! Tests of random user actions.

use super::*;

/// Asserts that the state is consistent and its moves legal.
fn assert_sound(model: &Model) {
    let positions = model.game().all_positions();
    for (pair, ply) in positions.windows(2).zip(model.game().plies()) {
        assert_eq!(pair[0].play_ply(ply), Ok(pair[1]));
    }
    for row in model.rows() {
        let mut path = row.branch[..row.level()].iter();
        let before = path.try_fold(*model.position(), |at, path| at.find(path).map(|mv| at.after(&mv)));
        assert_eq!(before, Ok(row.position));
        assert_eq!(row.position.find(row.mv.path()), Ok(row.mv.clone()));
    }
    let shape = model.shown_board().shape();
    assert!(shape.contains(model.selection.cursor));
    assert!(model.selection.chosen.is_none_or(|square| model.position().board().get(square).is_some()));
    assert!(model.dialogs.prompt.text.is_char_boundary(model.dialogs.prompt.cursor));
}

fn random_event(rng: &mut Rng, sitting: &Sitting) -> Event {
    let Rect { width: columns, height: rows, .. } = sitting.model.screen.area;
    let commands = [
        "#1",
        "#2",
        "undo",
        "redo 2",
        "pass",
        "resign",
        "replay 0.1",
        "hint 3",
        "red random:1",
        "black human",
        "flip",
    ];
    match rng.u32(0..100) {
        0..8 => Event::Terminal(TerminalEvent::Resize(rng.u16(0..220), rng.u16(0..70))),
        kind @ 8..24 => {
            let kind = match kind {
                8..20 => MouseEventKind::Down(MouseButton::Left),
                20..22 => MouseEventKind::ScrollUp,
                _ => MouseEventKind::ScrollDown,
            };
            mouse(kind, rng.u16(0..=columns), rng.u16(0..=rows))
        }
        24..26 => Event::Loaded(sitting.model.library.requests, Ok(Box::new(loaded(rng.u32(1..3))))),
        26..36 if sitting.model.context() == Context::Prompt => paste(rng.choice(&commands).unwrap()),
        _ => {
            let bindings: Vec<_> = super::super::bindings::BINDINGS
                .iter()
                .filter(|binding| binding.contexts.contains(&sitting.model.context()))
                .flat_map(|binding| binding.keys)
                .collect();
            Event::Action(rng.choice(bindings).unwrap().1)
        }
    }
}

#[test]
fn random_actions_keep_the_state_valid() {
    for seed in 0..4 {
        // The output of a failing test shows the seed.
        println!("seed {seed}");
        let mut rng = Rng::with_seed(seed);
        let setup = Setup {
            board: rankmoves_core::Board::start(
                Shape::new(rng.u32(4..11), rng.u32(4..11), rng.bool()).unwrap(),
                2,
            ),
            turn: Player::Black,
            rules: Rules { blocked: Blocked::Passes, ..Rules::ALL[rng.usize(..4)] },
            jumping: None,
        };
        let random = "random:3".parse().unwrap();
        let seats = [Seat::Agent(random), if rng.bool() { Seat::Human } else { Seat::Agent(random) }];
        let mut sitting = Sitting::new(setup.position().unwrap(), seats);
        sitting.model.scores.depth = 2;
        sitting.model.theme.ascii = rng.bool();
        for _ in 0..300 {
            let event = random_event(&mut rng, &sitting);
            if let Event::Loaded(request, _) = event {
                sitting.model.library.loading = Some(request);
            }
            sitting.event(event);
            sitting.model.scores.depth = sitting.model.scores.depth.min(3);
            if rng.u8(..4) == 0 {
                sitting.settle();
            }
            if rng.u8(..3) == 0 {
                sitting.let_agents_move();
            }
            assert_sound(&sitting.model);
            sitting.frame();
        }
    }
}
