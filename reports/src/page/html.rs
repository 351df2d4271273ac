//! The page as one HTML file that needs nothing else: style and pictures are inside, and each picture comes in two
//! widths of which a reader sees one.

use super::block::{Block, Span, Table, spans};
use crate::charts::Chart;
use crate::draw::{escaped, style, svg_inline};

const STYLE: &str = "\
:root{color-scheme:light dark;--ground:#fff;--text:#1f2328;--muted:#59636e;--rule:#d5dae0;--code:#f2f4f7;--link:#0b57a4}\
@media (prefers-color-scheme:dark){:root{--ground:#14171b;--text:#e6eaef;--muted:#a3adb8;--rule:#3a424c;--code:#22272e;--link:#8ab8ff}}\
*{box-sizing:border-box}\
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.55 'Helvetica Neue',Arial,'Liberation Sans',sans-serif}\
main{max-width:932px;margin:0 auto;padding:16px}\
h1{font-size:1.7rem;line-height:1.2;margin:.6em 0 .2em}h2{font-size:1.3rem;margin:2.2em 0 .4em}h3{font-size:1.05rem;margin:2em 0 .3em}\
p,li{max-width:46em}p{margin:.5em 0}.run{color:var(--muted);font-size:.85rem}a{color:var(--link)}\
code,pre{font-family:ui-monospace,'DejaVu Sans Mono',Menlo,monospace;font-size:.86em;background:var(--code);border-radius:4px}\
code{padding:.1em .3em;overflow-wrap:anywhere}pre{padding:.7em;overflow-x:auto;line-height:1.4}\
.table{overflow-x:auto;max-width:100%;margin:.8em 0;background:\
linear-gradient(90deg,var(--ground) 40%,transparent) 0 0/40px 100% no-repeat local,\
linear-gradient(270deg,var(--ground) 40%,transparent) 100% 0/40px 100% no-repeat local,\
linear-gradient(90deg,var(--rule),transparent) 0 0/14px 100% no-repeat,\
linear-gradient(270deg,var(--rule),transparent) 100% 0/14px 100% no-repeat}table{border-collapse:collapse;font-size:.88rem;line-height:1.35}\
th,td{border-bottom:1px solid var(--rule);padding:.35em .6em;text-align:left;vertical-align:top}th{font-weight:600}\
.n{text-align:right;font-variant-numeric:tabular-nums}td.n,td code{white-space:nowrap}td:nth-child(2){min-width:9em}td.long{min-width:20em}td.long code{white-space:normal}table:not(.words) td:first-child{white-space:nowrap}\
figure{margin:.6em 0 0}svg{display:block;max-width:100%;height:auto}.narrow{display:none}\
details{margin:.8em 0}summary{cursor:pointer;color:var(--link)}\
@media (max-width:700px){main{padding:12px}.wide{display:none}.narrow{display:block}th,td{padding:.3em .45em}\
.words tr,.words td{display:block;min-width:0}.words th{display:none}.words td{border:0;padding:.15em 0}.words tr{border-bottom:1px solid var(--rule);padding:.4em 0}}";

/// The whole page.
pub(super) fn html(title: &str, identity: &str, blocks: &[Block], charts: &[Chart]) -> String {
    let content: String = blocks.iter().map(|block| block_text(block, charts)).collect();
    let (title, identity, ink) = (escaped(title), escaped(identity), style());
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';style-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>{STYLE}{ink}</style>\n</head>\n<body>\n<main>\n\
         <h1>{title}</h1>\n<p class=\"run\">{identity}</p>\n{content}</main>\n</body>\n</html>\n"
    )
}

fn block_text(block: &Block, charts: &[Chart]) -> String {
    match block {
        Block::Heading(text) => format!("<h2 id=\"{}\">{}</h2>\n", anchor(text), running(text)),
        Block::Text(text) => format!("<p>{}</p>\n", running(text)),
        Block::List(points) => {
            let points: Vec<String> =
                points.iter().map(|point| format!("<li>{}</li>", running(point))).collect();
            format!("<ul>\n{}\n</ul>\n", points.join("\n"))
        }
        Block::Table(table) => table_text(table),
        Block::Lines(lines) => {
            format!("<pre>{}</pre>\n", lines.iter().map(|line| escaped(line) + "\n").collect::<String>())
        }
        Block::Chart(at) => {
            let Chart { title, says, is_twin, wide, narrow, .. } = &charts[*at];
            let (wide, narrow) = (svg_inline(wide, title), svg_inline(narrow, title));
            let figure = format!(
                "<p>{}</p>\n<figure><div class=\"wide\">{wide}</div><div class=\"narrow\">{narrow}</div></figure>\n",
                running(says),
            );
            if *is_twin {
                return format!("<details><summary>{}</summary>\n{figure}</details>\n", running(title));
            }
            format!("<h3>{}</h3>\n{figure}", running(title))
        }
    }
}

fn table_text(table: &Table) -> String {
    let cells = |tag: &str, cells: &[String]| -> String {
        let class = |at: usize| match (table.numbers[at], is_long(table, at)) {
            (true, _) => " class=\"n\"",
            (false, true) => " class=\"long\"",
            (false, false) => "",
        };
        let cell = |(at, text): (usize, &String)| format!("<{tag}{}>{}</{tag}>", class(at), running(text));
        format!("<tr>{}</tr>\n", cells.iter().enumerate().map(cell).collect::<String>())
    };
    let rows: String = table.rows.iter().map(|row| cells("td", row)).collect();
    let class = if table.numbers.contains(&true) { "" } else { " class=\"words\"" };
    format!(
        "<div class=\"table\" tabindex=\"0\"><table{class}>\n{}{rows}</table></div>\n",
        cells("th", &table.head)
    )
}

/// Whether a column holds sentences, which need some width to be read.
fn is_long(table: &Table, column: usize) -> bool {
    const LONG: usize = 60;
    table.rows.iter().any(|row| row[column].chars().count() > LONG)
}

/// The name by which a heading is linked, the same that Markdown gives it.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|letter| letter.is_alphanumeric() || *letter == ' ');
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// Running text with its marks.
fn running(text: &str) -> String {
    let piece = |span: Span| match span {
        Span::Plain(text) => escaped(&text),
        Span::Strong(text) => format!("<strong>{}</strong>", escaped(&text)),
        Span::Code(text) => format!("<code>{}</code>", escaped(&text)),
        Span::Link(text, address) => format!("<a href=\"{}\">{}</a>", escaped(&address), escaped(&text)),
    };
    spans(text).into_iter().map(piece).collect()
}
