//! One page with boards, which loads nothing and runs nothing.

use std::fmt::Write as _;

use rankmoves::Move;
use rankmoves::exchange::Document;

use crate::grade::failure::{Smallest, shown};
use crate::grade::result::GradeResult;
use crate::picture::{Picture, svg};

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;\
color:#2b211a;background:#fbf7ef}table{border-collapse:collapse;width:100%}td,th{text-align:left;\
padding:.2rem .6rem;border-bottom:1px solid #e4d6bd;vertical-align:top}pre{background:#fff;padding:.8rem;\
overflow:auto;border:1px solid #e4d6bd}.ok{color:#177a3d}.no{color:#b3261e}svg{max-width:24rem;height:auto}\
.answers{display:flex;gap:1rem;flex-wrap:wrap}.answers>div{flex:1;min-width:18rem}";

/// Writes the page.
pub fn write(result: &GradeResult) -> String {
    let program = escape(&result.program);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{program}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>{program}</h1>\n"
    );
    let class = if result.is_accepted() { "ok" } else { "no" };
    let (accepted, of) = (result.accepted(), result.cases.len());
    let _ = writeln!(page, "<p class=\"{class}\"><strong>{accepted} of {of} cases accepted</strong></p>");
    for sentence in result.sentences() {
        let _ = writeln!(page, "<p>{}.</p>", escape(&sentence));
    }
    if let Some(smallest) = &result.smallest {
        page += &failure(result, smallest);
    }
    page += "<h2>Cases</h2>\n<table>\n<tr><th>case</th><th>verdict</th><th>seconds</th><th>arguments</th><th>reason</th></tr>\n";
    for graded in &result.cases {
        let class = if graded.verdict.is_accepted() { "ok" } else { "no" };
        let _ = writeln!(
            page,
            "<tr><td>{}</td><td class=\"{class}\">{}</td><td>{:.3}</td><td><code>{}</code></td><td>{}</td></tr>",
            escape(&graded.name),
            graded.verdict,
            graded.seconds,
            escape(&graded.arguments.join(" ")),
            escape(&graded.reason)
        );
    }
    page + "</table>\n</body>\n</html>\n"
}

/// Draws the smallest failure.
fn failure(result: &GradeResult, smallest: &Smallest) -> String {
    let mut text = format!("<h2>The smallest board on which it fails: {}</h2>\n", smallest.verdict);
    if smallest.is_flaky {
        text += "<p>The program gives different answers to the same question. This is one of them.</p>\n";
    }
    text += &svg::draw(&picture(smallest));
    let _ = writeln!(text, "<pre>{}</pre>", escape(&smallest.task.case.text));
    let _ = writeln!(
        text,
        "<p>Save it as smallest.txt, and run</p>\n<pre>{}</pre>",
        escape(&result.command(smallest))
    );
    text += "<div class=\"answers\">\n";
    let _ = writeln!(text, "<div><h3>The program answers</h3><pre>{}</pre></div>", escape(&smallest.got));
    if !result.hides_expected {
        let answer = shown(smallest.task.case.answer.as_bytes());
        let _ = writeln!(text, "<div><h3>The right answer</h3><pre>{}</pre></div>", escape(&answer));
    }
    text + &format!("</div>\n<h3>Reason</h3>\n<pre>{}</pre>\n", escape(&smallest.explanation))
}

/// Draws the position that is asked about, the last move of the file marked.
fn picture(smallest: &Smallest) -> Picture {
    let mut picture = Picture::new(&smallest.position);
    if let Some(last) = last_move(&smallest.task.case.text) {
        picture.mark_last(&last);
    }
    picture
}

fn last_move(text: &str) -> Option<Move> {
    let document = Document::parse(text.as_bytes()).ok()?;
    crate::show::last_move(document.setup(), document.plies())
}

/// Escapes a text for HTML.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            other => escaped.push(other),
        }
    }
    escaped
}
