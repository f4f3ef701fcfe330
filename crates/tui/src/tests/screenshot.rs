//! Pictures of frames: converts the buffer of a test backend to SVG.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

/// The size of a character. The width is typical of monospaced fonts.
const WIDE: f32 = 8.4;
const HIGH: f32 = 17.0;
const FONT: f32 = 14.0;
const FAMILY: &str = "'DejaVu Sans Mono', 'Cascadia Mono', Menlo, Consolas, monospace";

/// Stand-ins for the terminal's default colours.
const PAPER: &str = "#14161b";
const TEXT: &str = "#d6dae4";

/// Draws a frame.
pub fn draw(buffer: &Buffer) -> String {
    let area = buffer.area;
    let (width, height) = (f32::from(area.width) * WIDE, f32::from(area.height) * HIGH);
    let margin = 12.0;
    let mut fills: BTreeMap<String, String> = BTreeMap::new();
    let mut strokes: BTreeMap<String, String> = BTreeMap::new();
    let mut texts = String::new();
    for y in 0..area.height {
        let mut x = 0;
        while x < area.width {
            let cell = &buffer[(x, y)];
            let (left, top) = (f32::from(x) * WIDE, f32::from(y) * HIGH);
            let (text, paper) = colors(cell);
            let symbol = cell.symbol();
            // Shapes do not overlap, so each colour needs only one element.
            if let Some(parts) = block(symbol) {
                for ([dx, dy, wide, high], color) in parts.into_iter().zip([&text, &paper]) {
                    if color != PAPER && wide * high > 0.0 {
                        fill(&mut fills, color, left + dx * WIDE, top + dy * HIGH, wide * WIDE, high * HIGH);
                    }
                }
                x += 1;
                continue;
            }
            if paper != PAPER {
                fill(&mut fills, &paper, left, top, WIDE, HIGH);
            }
            if let Some(path) = border(symbol) {
                let path = path.iter().fold(String::new(), |path, (command, points)| {
                    points.iter().fold(path + command, |path, (x, y)| {
                        path + &format!(" {:.1} {:.1}", left + x * WIDE, top + y * HIGH)
                    })
                });
                strokes.entry(text).or_default().push_str(&path);
            } else if symbol != " " {
                // Combine adjacent ASCII characters of the same style into one element.
                let same = |x: &u16| {
                    let other = &buffer[(*x, y)];
                    symbol.is_ascii() && other.symbol().is_ascii() && other.style() == cell.style()
                };
                let end = (x + 1..area.width).take_while(same).last().map_or(x + 1, |last| last + 1);
                let run: String = (x..end).map(|x| buffer[(x, y)].symbol()).collect();
                for at in x + 1..end {
                    if paper != PAPER {
                        fill(&mut fills, &paper, f32::from(at) * WIDE, top, WIDE, HIGH);
                    }
                }
                write_text(
                    &mut texts,
                    run.trim_end(),
                    left,
                    top,
                    &text,
                    cell.modifier.contains(Modifier::BOLD),
                );
                x = end;
                continue;
            }
            x += 1;
        }
    }
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{:.1} {:.1} {:.1} {:.1}\" font-family=\"{FAMILY}\" font-size=\"{FONT}\">\n",
        -margin,
        -margin,
        width + 2.0 * margin,
        height + 2.0 * margin
    );
    let _ = writeln!(
        svg,
        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"10\" fill=\"{PAPER}\"/>",
        -margin,
        -margin,
        width + 2.0 * margin,
        height + 2.0 * margin
    );
    for (color, path) in fills {
        let _ = writeln!(svg, "<path shape-rendering=\"crispEdges\" fill=\"{color}\" d=\"{path}\"/>");
    }
    for (color, path) in strokes {
        let _ = writeln!(svg, "<path fill=\"none\" stroke=\"{color}\" stroke-width=\"1.2\" d=\"{path}\"/>");
    }
    svg + &texts + "</svg>\n"
}

fn fill(fills: &mut BTreeMap<String, String>, color: &str, left: f32, top: f32, wide: f32, high: f32) {
    let path = fills.entry(color.to_owned()).or_default();
    let _ = write!(path, "M{left:.1} {top:.1}h{wide:.1}v{high:.1}h-{wide:.1}z");
}

fn write_text(texts: &mut String, run: &str, left: f32, top: f32, color: &str, is_bold: bool) {
    let escaped = run.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let count = run.chars().count();
    let length = f32::from(u16::try_from(count).expect("a row is short")) * WIDE;
    let weight = if is_bold { " font-weight=\"bold\"" } else { "" };
    let y = top + HIGH * 0.76;
    // A character that is not ASCII may come from another font, so centre it.
    let place = if run.is_ascii() {
        format!("x=\"{left:.1}\" textLength=\"{length:.1}\"")
    } else {
        format!("x=\"{:.1}\" text-anchor=\"middle\"", left + WIDE / 2.0)
    };
    let _ = writeln!(
        texts,
        "<text {place} y=\"{y:.1}\" fill=\"{color}\"{weight} xml:space=\"preserve\">{escaped}</text>"
    );
}

/// Returns the text and background colours of a cell.
fn colors(cell: &Cell) -> (String, String) {
    let text = color(cell.fg).unwrap_or_else(|| TEXT.to_owned());
    let paper = color(cell.bg).unwrap_or_else(|| PAPER.to_owned());
    if cell.modifier.contains(Modifier::REVERSED) { (paper, text) } else { (text, paper) }
}

fn color(color: Color) -> Option<String> {
    match color {
        Color::Rgb(red, green, blue) => Some(format!("#{red:02x}{green:02x}{blue:02x}")),
        _ => None,
    }
}

/// Returns the filled part and the empty part of a cell with a block character, each as left, top, width and
/// height.
fn block(symbol: &str) -> Option<[[f32; 4]; 2]> {
    const UPPER: [f32; 4] = [0.0, 0.0, 1.0, 0.5];
    const LOWER: [f32; 4] = [0.0, 0.5, 1.0, 0.5];
    Some(match symbol {
        "█" => [[0.0, 0.0, 1.0, 1.0], [0.0; 4]],
        "▀" => [UPPER, LOWER],
        "▄" => [LOWER, UPPER],
        "▌" => [[0.0, 0.0, 0.5, 1.0], [0.5, 0.0, 0.5, 1.0]],
        _ => {
            let eighths = ["▁", "▂", "▃", "▄", "▅", "▆", "▇"].iter().zip(1_u8..);
            let high = eighths.into_iter().find_map(|(block, high)| (*block == symbol).then_some(high))?;
            let high = f32::from(high) / 8.0;
            [[0.0, 1.0 - high, 1.0, high], [0.0, 0.0, 1.0, 1.0 - high]]
        }
    })
}

/// The strokes of a border character.
type Strokes = &'static [(&'static str, &'static [(f32, f32)])];

fn border(symbol: &str) -> Option<Strokes> {
    Some(match symbol {
        "─" => &[("M", &[(0.0, 0.5)]), ("L", &[(1.0, 0.5)])],
        "│" => &[("M", &[(0.5, 0.0)]), ("L", &[(0.5, 1.0)])],
        "╭" => &[("M", &[(1.0, 0.5)]), ("Q", &[(0.5, 0.5), (0.5, 1.0)])],
        "╮" => &[("M", &[(0.0, 0.5)]), ("Q", &[(0.5, 0.5), (0.5, 1.0)])],
        "╰" => &[("M", &[(1.0, 0.5)]), ("Q", &[(0.5, 0.5), (0.5, 0.0)])],
        "╯" => &[("M", &[(0.0, 0.5)]), ("Q", &[(0.5, 0.5), (0.5, 0.0)])],
        _ => return None,
    })
}
