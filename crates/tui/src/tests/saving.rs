//! Tests of saving: the place in an archive, and what a file does not hold.

use super::*;

use std::fs;

#[test]
fn a_game_of_an_archive_is_saved_in_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pdn");
    let name = path.display().to_string();
    fs::copy(testing::start::top().join("testdata/tui/games.pdn"), &path).unwrap();
    let mut sitting = Sitting::at_start();
    let load = |number| table::loading::load(&path, DrawRules::default(), GameSelection::game(number));
    sitting.load(load(Some(2)).unwrap_or_else(|_| panic!("it is valid")));
    let save = |sitting: &mut Sitting| {
        for _ in 0..2 {
            sitting.type_line(&format!("save {name}"));
            let Some(Effect::Save { path, replaces }) = sitting.effects.pop() else { panic!("it saves") };
            sitting.event(crate::run::save_job(&sitting.model, path, replaces)());
            let text = &sitting.model.screen.notice.text;
            assert!(
                !text.contains("exists") || text.ends_with("save again to replace game 2 of it"),
                "{text}"
            );
        }
        sitting.model.screen.notice.text.clone()
    };
    let before = fs::read_to_string(&path).unwrap();
    sitting.keys("<Down>").type_line("comment first");
    assert_eq!(save(&mut sitting), format!("saved game 2 of {name}"));
    // Every other byte of the file is as before.
    let after = fs::read_to_string(&path).unwrap();
    let second = |text: &str| [1, 2].map(|place| text.match_indices("[Event").nth(place).unwrap().0);
    let ([start, end], [start_now, end_now]) = (second(&before), second(&after));
    assert_eq!((&before[..start], &before[end..]), (&after[..start_now], &after[end_now..]));
    assert!(after[start_now..end_now].contains("\n1. 9-14 {first} 1... 22-18 2. 5-9 "), "{after}");
    // The file has changed, but only by this program.
    sitting.type_line("comment again");
    assert_eq!(save(&mut sitting), format!("saved game 2 of {name}"));
    assert!(!sitting.model.session.is_unsaved());
    // A file that another program has changed is kept, even if only a comment has changed.
    let before = before.replace("is quieter", "is better");
    fs::write(&path, &before).unwrap();
    sitting.type_line("comment lost");
    assert!(
        save(&mut sitting).ends_with("has changed since it was opened: save this game under another name")
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), before);
}

#[test]
fn saving_reports_the_later_plies_of_a_resigned_game_and_the_end_of_a_variation() {
    let folder = tempfile::tempdir().unwrap();
    let saved = |sitting: &Sitting| {
        let event = crate::run::save_job(&sitting.model, folder.path().join("a.pdn"), true)();
        let Event::Saved(_, _, _, Ok(message)) = event else { panic!("{event:?}") };
        message
    };
    let mut sitting = Sitting::at_start();
    sitting.load(loaded(1)).keys("<Down><Down><Down><Down>").type_line("resign");
    let message = saved(&sitting);
    assert!(
        message.ends_with("a.pdn; the file ends at this position, without the 5 plies that follow"),
        "{message}"
    );
    sitting.load(loaded(1)).type_line("9-14").type_line("resign");
    let message = saved(&sitting);
    assert!(
        message.ends_with("; PDN cannot hold how a variation ended: black wins: red resigns"),
        "{message}"
    );
}
