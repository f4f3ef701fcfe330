//! Draws a picture as a self-contained SVG.

use std::cmp::Reverse;
use std::fmt::Write as _;

use rankmoves_core::{Piece, Player, Role, Square};
use svg::Document;
use svg::node::Node;
use svg::node::element::{Circle, Definitions, Group, Path, Polygon, Polyline, Rectangle, Text, Title, Use};

use crate::{Arrow, BEST, DrawnSquare, Mark, Picture};

/// The side of a square; everything else is in proportion.
const SIDE: f32 = 60.0;
/// The width of the frame, which holds the coordinates.
const FRAME: f32 = 30.0;
/// The height of the caption.
const CAPTION: f32 = 44.0;
const RADIUS: f32 = 22.5;

const PAPER: &str = "#fbf7ef";
const INK: &str = "#2b211a";
const WOOD: &str = "#5d3f2b";
const WOOD_INK: &str = "#ecd9bb";
const LIGHT: &str = "#f2dfbe";
const DARK: &str = "#b98b62";
const GLOW: &str = "#ffd75e";

/// The minus sign, which is as wide as a plus; a hyphen is narrower.
const MINUS: &str = "\u{2212}";

/// The colours of moves, from the worst to the best.
const SHADES: [&str; BEST + 1] = ["#b3261e", "#c75a13", "#9c7a00", "#5b8c1a", "#177a3d"];

/// Draws the board in its frame, with the ranked moves as arrows and the caption below.
pub fn draw(picture: &Picture) -> String {
    let shape = picture.board.shape();
    let width = f32::from(shape.files()) * SIDE + 2.0 * FRAME;
    let board = f32::from(shape.ranks()) * SIDE + 2.0 * FRAME;
    let height = board + CAPTION;
    let (inner_width, inner_height) = (width - 2.0 * FRAME, board - 2.0 * FRAME);

    let mut drawing = Group::new()
        .set("font-family", "system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif")
        .set("text-anchor", "middle")
        .add(rectangle((0.0, 0.0), (width, height), PAPER).set("rx", 8))
        .add(rectangle((0.0, 0.0), (width, board), WOOD).set("rx", 8))
        .add(rectangle((FRAME, FRAME), (inner_width, inner_height), LIGHT));
    let squares: Vec<DrawnSquare> = picture.ranks().flat_map(|rank| picture.squares(rank)).collect();
    for drawn in squares.iter().filter(|drawn| drawn.is_playable) {
        drawing.append(draw_square(picture, drawn));
    }
    draw_coordinates(picture, &mut drawing, board);
    for drawn in &squares {
        if let Some(piece) = drawn.piece {
            drawing.append(piece_at(piece, centre(picture, drawn.square)));
        }
    }
    if let Some(ranking) = &picture.ranking {
        draw_arrows(picture, &ranking.arrows, &mut drawing);
    }
    draw_caption(picture, &mut drawing, width, board + CAPTION / 2.0);

    let document = Document::new()
        .set("viewBox", (0.0, 0.0, width, height))
        .set("width", width)
        .set("height", height)
        .set("role", "img")
        .add(Title::new(picture.caption()))
        .add(definitions())
        .add(drawing);
    format!("{document}\n")
}

fn centre(picture: &Picture, square: Square) -> (f32, f32) {
    let middle = |index: usize| {
        FRAME + SIDE * (f32::from(u8::try_from(index).expect("a board has few files and ranks")) + 0.5)
    };
    let column = picture.files().position(|file| file == square.file()).expect("the board has the file");
    let row = picture.ranks().position(|rank| rank == square.rank()).expect("the board has the rank");
    (middle(column), middle(row))
}

fn draw_square(picture: &Picture, drawn: &DrawnSquare) -> Group {
    let (x, y) = centre(picture, drawn.square);
    let corner = (x - SIDE / 2.0, y - SIDE / 2.0);
    let fill = match drawn.mark {
        Some(Mark::LastMove) => "#a9a08b",
        Some(Mark::Jumped) => "#c9776a",
        Some(Mark::Target) => "#93a566",
        _ => DARK,
    };
    let mut square = Group::new().add(rectangle(corner, (SIDE, SIDE), fill));
    if let Some(number) = drawn.number {
        // A number of this size fits in the corner of the square, beside any piece.
        let size = if number > 99 { 9 } else { 11 };
        let number = text(&number.to_string(), (corner.0 + 2.5, corner.1 + 10.5), size);
        square.append(number.set("text-anchor", "start").set("fill", INK).set("opacity", 0.75));
    }
    match (drawn.mark, drawn.piece) {
        (Some(Mark::Movable), _) => square.append(ring((x, y), GLOW, 3)),
        (Some(Mark::Chosen), _) => square.append(ring((x, y), GLOW, 6)),
        (Some(Mark::Target), None) => {
            square.append(Circle::new().set("cx", x).set("cy", y).set("r", 9).set("fill", "#4d6124"));
        }
        (Some(Mark::Jumped), None) => {
            let cross = format!("M{} {}l16 16m0 -16l-16 16", x - 8.0, y - 8.0);
            square.append(Path::new().set("d", cross).set("stroke", "#7d2a20").set("stroke-width", 5));
        }
        _ => {}
    }
    square
}

fn ring((x, y): (f32, f32), colour: &str, width: u32) -> Circle {
    let circle = Circle::new().set("cx", x).set("cy", y).set("r", RADIUS + 2.5);
    circle.set("fill", "none").set("stroke", colour).set("stroke-width", width)
}

fn draw_coordinates(picture: &Picture, drawing: &mut Group, board: f32) {
    let label = |name: &str, at| text(name, at, 16).set("fill", WOOD_INK);
    for square in picture.ranks().filter_map(|rank| Square::new(0, rank)) {
        let y = centre(picture, square).1 + 5.5;
        drawing.append(label(&(square.rank() + 1).to_string(), (FRAME / 2.0, y)));
    }
    for square in picture.files().filter_map(|file| Square::new(file, 0)) {
        let x = centre(picture, square).0;
        drawing.append(label(&Square::file_name(square.file()), (x, board - FRAME / 2.0 + 5.0)));
    }
}

fn piece_at(piece: Piece, (x, y): (f32, f32)) -> Use {
    Use::new().set("href", format!("#{}", name(piece))).set("x", x).set("y", y)
}

fn name(piece: Piece) -> String {
    format!("{}-{}", piece.player, if piece.is_king() { "king" } else { "man" })
}

/// Defines the pieces, around the origin.
fn definitions() -> Definitions {
    let mut definitions = Definitions::new();
    for player in Player::ALL {
        let (fill, edge, light) = match player {
            Player::Red => ("#c8322c", "#7f1714", "#e98a80"),
            Player::Black => ("#332e2d", "#0f0d0c", "#857b77"),
        };
        let disc = |radius: f32| Circle::new().set("r", radius);
        let groove = |radius| disc(radius).set("fill", "none").set("stroke", light).set("stroke-width", 1.8);
        for role in Role::ALL {
            let shadow = disc(RADIUS).set("cy", 2.5).set("opacity", 0.3);
            let body = disc(RADIUS).set("fill", fill).set("stroke", edge).set("stroke-width", 1.5);
            let piece = Group::new().add(shadow).add(body).add(groove(18.0));
            let crown = Path::new()
                .set("d", "M-11 8.5L-13 -5L-6 0.5L0 -9.5L6 0.5L13 -5L11 8.5Z")
                .set("fill", "#f6c945")
                .set("stroke", edge)
                .set("stroke-linejoin", "round")
                .set("stroke-width", 1.5);
            let piece = match role {
                Role::Man => piece.add(groove(11.0)),
                Role::King => piece.add(crown),
            };
            definitions.append(piece.set("id", name(Piece { player, role })));
        }
    }
    definitions
}

/// Draws the arrows so that all are visible: short paths over longer paths, better moves over worse moves,
/// and heads and scores over all shafts.
fn draw_arrows(picture: &Picture, arrows: &[Arrow], drawing: &mut Group) {
    let mut arrows: Vec<&Arrow> = arrows.iter().rev().collect();
    arrows.sort_by_key(|arrow| Reverse(arrow.path.squares().len()));
    let (shafts, heads): (Vec<_>, Vec<_>) =
        arrows.into_iter().map(|arrow| draw_arrow(picture, arrow)).unzip();
    for part in shafts.into_iter().chain(heads) {
        drawing.append(part);
    }
}

/// Draws an arrow along a path. Returns its shaft, and its head with the score on the last leg.
fn draw_arrow(picture: &Picture, arrow: &Arrow) -> (Group, Group) {
    /// Gaps between the centres of squares and the arrow's start and end.
    const GAPS: (f32, f32) = (15.0, 2.0);
    const HEAD: f32 = 21.0;
    let colour = SHADES[arrow.shade];
    let mut points: Vec<(f32, f32)> =
        arrow.path.squares().iter().map(|&square| centre(picture, square)).collect();
    let last = points.len() - 1;
    let (from, to) = (points[last - 1], points[last]);
    points[0] = towards(points[0], points[1], GAPS.0);
    // A shaft ends inside the head.
    points[last] = towards(to, from, GAPS.1 + HEAD * 0.8);
    let line = |colour: &str, width: u32| {
        let line = Polyline::new().set("points", points.clone()).set("fill", "none");
        line.set("stroke", colour).set("stroke-width", width).set("stroke-linejoin", "round")
    };
    let shaft = Group::new().add(line(PAPER, 11)).add(line(colour, 6));

    let (tip, base) = (towards(to, from, GAPS.1), towards(to, from, GAPS.1 + HEAD));
    let across = ((base.1 - tip.1) * 0.52, (tip.0 - base.0) * 0.52);
    let corners = vec![tip, shifted(base, across, 1.0), shifted(base, across, -1.0)];
    let head = Polygon::new().set("points", corners).set("fill", colour);
    let casing = head.clone().set("stroke", PAPER).set("stroke-width", 5).set("stroke-linejoin", "round");
    // The score of a step is half way along, where four squares meet; the score of a jump is beyond the
    // jumped piece.
    let leg = (to.0 - from.0).abs();
    let (x, y) = towards(from, to, if leg > SIDE { 1.0 } else { 0.68 } * leg);
    let score = arrow.score.to_string().replace('-', MINUS);
    let half = 4.6 * f32::from(u8::try_from(score.chars().count()).expect("a score has few digits")) + 5.5;
    let label = rectangle((x - half, y - 10.5), (2.0 * half, 21.0), colour).set("rx", 10.5);
    let mut title = format!("{}: score {}", picture.notation().path(&arrow.path), arrow.score);
    if let Some(value) = &arrow.proven {
        let _ = write!(title, ", {value}");
    }
    let head = Group::new()
        .add(Title::new(title))
        .add(casing)
        .add(head)
        .add(label.set("stroke", PAPER).set("stroke-width", 2))
        .add(text(&score, (x, y + 5.5), 15).set("fill", "#fff").set("font-weight", "bold"));
    (shaft, head)
}

/// Returns the point at `distance` from the first point towards the second.
fn towards(from: (f32, f32), to: (f32, f32), distance: f32) -> (f32, f32) {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    shifted(from, (x, y), distance / x.hypot(y))
}

fn shifted(point: (f32, f32), by: (f32, f32), times: f32) -> (f32, f32) {
    // Tenths are short, and finer than the eye can see.
    let tenths = |value: f32| (value * 10.0).round() / 10.0;
    (tenths(point.0 + by.0 * times), tenths(point.1 + by.1 * times))
}

/// Draws the player to move on the left, the numbers of pieces on the right, and the depth of the scores at
/// the top.
fn draw_caption(picture: &Picture, drawing: &mut Group, width: f32, y: f32) {
    if let Some(ranking) = &picture.ranking {
        let title = format!("scores at depth {}", ranking.depth);
        drawing.append(text(&title, (width / 2.0, FRAME / 2.0 + 5.0), 15).set("fill", WOOD_INK));
    }
    let label = |line: &str, x| text(line, (x, y + 6.0), 16).set("fill", INK).set("text-anchor", "start");
    drawing.append(label(&picture.status(), FRAME));
    for (player, x) in Player::ALL.into_iter().zip([width - FRAME - 72.0, width - FRAME - 20.0]) {
        let piece = piece_at(Piece { player, role: Role::Man }, (0.0, 0.0));
        drawing.append(piece.set("transform", format!("translate({} {y}) scale(0.45)", x - 14.0)));
        drawing.append(label(&picture.board.count(player).to_string(), x));
    }
}

fn rectangle((x, y): (f32, f32), (width, height): (f32, f32), fill: &str) -> Rectangle {
    let rectangle = Rectangle::new().set("x", x).set("y", y);
    rectangle.set("width", width).set("height", height).set("fill", fill)
}

fn text(line: &str, (x, y): (f32, f32), size: u32) -> Text {
    Text::new(line).set("x", x).set("y", y).set("font-size", size)
}
