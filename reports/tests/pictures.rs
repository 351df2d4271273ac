//! Every picture of the committed report, at both widths: no label is cut, none lies over another, and the page needs
//! nothing from outside.

use reports::charts::{Chart, charts};
use reports::draw::text_width;
use reports::page::Pages;
use reports::picture::{Anchor, Picture, Text};
use reports::rows::Rows;
use std::path::Path;
use std::sync::OnceLock;

fn rows() -> &'static Rows {
    static ROWS: OnceLock<Rows> = OnceLock::new();
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
    ROWS.get_or_init(|| Rows::read(&directory).expect("committed rows"))
}

fn drawn() -> &'static [Chart] {
    static CHARTS: OnceLock<Vec<Chart>> = OnceLock::new();
    CHARTS.get_or_init(|| charts(rows()))
}

/// Each picture with its name.
fn pictures() -> impl Iterator<Item = (&'static str, &'static Picture)> {
    drawn()
        .iter()
        .flat_map(|chart| [&chart.alone, &chart.wide, &chart.narrow].map(|picture| (chart.name, picture)))
}

/// A reader's own font may be wider than ours by this much.
const WIDER: f64 = 1.15;

/// Left, top, right and bottom.
fn extent(text: &Text) -> [f64; 4] {
    let (x, y) = text.at;
    let width = text_width(&text.text, text.size) * WIDER;
    let left = match text.anchor {
        Anchor::Start => x,
        Anchor::Middle => x - width / 2.0,
        Anchor::End => x - width,
    };
    [left, y - text.size * 0.4, left + width, y + text.size * 0.4]
}

#[test]
fn no_label_is_cut() {
    for (name, picture) in pictures() {
        let (width, height) = (f64::from(picture.width), f64::from(picture.height));
        for text in picture.texts() {
            let [left, top, right, bottom] = extent(text);
            let whole = left >= 0.0 && top >= 0.0 && right <= width && bottom <= height;
            assert!(whole, "{name}, {width} wide: `{}` reaches from {left} to {right}", text.text);
        }
    }
}

#[test]
fn no_label_lies_over_another() {
    for (name, picture) in pictures() {
        let texts: Vec<_> = picture.texts().collect();
        for (at, a) in texts.iter().enumerate() {
            for b in &texts[at + 1..] {
                let ([al, at, ar, ab], [bl, bt, br, bb]) = (extent(a), extent(b));
                let apart = ar <= bl || br <= al || ab <= bt || bb <= at;
                assert!(apart, "{name}, {} wide: `{}` over `{}`", picture.width, a.text, b.text);
            }
        }
    }
}

#[test]
fn every_picture_says_what_to_see_and_which_run_it_is_of() {
    let identity = rows().identity();
    let plain =
        |picture: &Picture| picture.texts().map(|text| text.text.as_str()).collect::<Vec<_>>().join(" ");
    for chart in drawn() {
        assert!(chart.says.len() > 80, "{} says {:?}", chart.name, chart.says);
        for picture in [&chart.alone, &chart.wide, &chart.narrow] {
            assert!(plain(picture).contains(&identity), "{}", chart.name);
        }
    }
}

#[test]
fn the_page_needs_nothing_from_outside() {
    let page = Pages::of(rows(), drawn()).html;
    for outside in ["src=", "@import", "url(", "<script", "<link", "<img", "xlink", "http-equiv=\"refresh\""]
    {
        assert!(!page.contains(outside), "{outside}");
    }
    let addresses =
        page.split("http").skip(1).filter(|rest| rest.starts_with("s://") || rest.starts_with("://"));
    for rest in addresses {
        assert!(
            rest.starts_with("://www.w3.org/2000/svg") || rest.starts_with("s://github.com/josephg/"),
            "{}",
            &rest[..60]
        );
    }
    assert!(page.contains("prefers-color-scheme:dark") && page.contains("width=device-width"));
}

#[test]
fn what_a_recording_holds_cannot_mark_up_the_page() {
    let mut rows = rows().clone();
    for row in &mut rows.met {
        row.at = Some(0);
        row.recorded = "<b>\"**x**\" `y` [z](javascript:0)</b>```".into();
        row.recording = "<i>*a*|b</i>".into();
    }
    for row in &mut rows.recorded {
        row.recording = "<u>[a](b)|c</u>".into();
    }
    assert!(!rows.met.is_empty(), "the report is of recordings too");
    let pages = Pages::of(&rows, &[]);
    for mark in ["<b>", "<i>", "<u>", "<strong>x", "href=\"javascript", "<a href=\"b\""] {
        assert!(!pages.html.contains(mark), "{mark}");
    }
    assert!(pages.markdown.contains("\\<u\\>\\[a\\]\\(b\\)\\|c\\</u\\>"));
    assert!(!pages.markdown.contains("</b>```\n"), "the fence is not closed early");
}
