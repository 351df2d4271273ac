//! Pictures: no label covers another or is cut, arrows tell what befell a message, and what is too much is refused.

use sim::case::Case;
use sim::picture::Picture;
use sim::scenario::{Limits, Scenario, Source};
use sim::simulate::simulate_watched;
use sim::world::Parts;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

#[test]
fn no_label_covers_another_or_leaves_the_picture() {
    let mut labels = 0;
    for svg in pictures() {
        let boxes = boxes(&svg);
        let (width, height) = (number(&svg, " width=\""), number(&svg, " height=\""));
        for (at, one) in boxes.iter().enumerate() {
            assert!(one.left >= 0 && one.right <= width, "{one:?} in {width}");
            assert!(one.top >= 0 && one.bottom <= height, "{one:?} in {height}");
            for other in &boxes[at + 1..] {
                let is_beside = one.right <= other.left || other.right <= one.left;
                let is_above = one.bottom <= other.top || other.bottom <= one.top;
                assert!(is_beside || is_above, "{one:?} and {other:?}");
            }
        }
        labels += boxes.len();
    }
    assert!(labels > 500, "{labels}");
}

/// In gap-ignored the first commit is overtaken by the second, which the view then takes to be all there is.
#[test]
fn the_story_of_a_small_case_can_be_seen() {
    let svg = regression("gap-ignored-convergence-seed-1.json");
    let overtaken = r#"class="overtaken" marker-end"#;
    // One is in the legend.
    assert_eq!(svg.matches(overtaken).count(), 2, "{svg}");
    assert_eq!(svg.matches(r#"class="plain" marker-end"#).count(), 1 + 7, "{svg}");
    let words = [">322 = a0<", ">hears 3h522: stale, overtaken:<", ">✗ a1 y2j22, not a0 322<"];
    for words in words {
        assert!(svg.contains(words), "{words} in {svg}");
    }
    assert!(svg.contains(">seed 1 with “gap ignored” planted: broken</text>"), "{svg}");
}

#[test]
fn what_was_written_wrong_is_marked_where_no_row_is_out_of_order() {
    let svg = regression("truncated-at-the-cap-canonical-seed-1.json");
    assert!(svg.contains(r#"class="wrong">✗ &quot;a00&quot; "#), "{svg}");
    assert_eq!(svg.matches(r#"class="band""#).count(), 2, "the row and the moment: {svg}");
}

#[test]
fn each_fault_that_strikes_a_client_or_a_commit_is_drawn() {
    let mut drawn = [0; 3];
    for svg in pictures() {
        for (count, class) in drawn.iter_mut().zip(["lost", "repeated", "overtaken"]) {
            *count += svg.matches(&format!(r#"class="{class}" marker-end"#)).count() - 1;
        }
    }
    assert!(drawn.iter().all(|&count| count >= 5), "lost, repeated, overtaken: {drawn:?}");
}

#[test]
fn more_than_can_be_drawn_is_refused_with_what_to_do() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("refused.svg");
    let file = file.to_str().unwrap();
    let begin =
        format!("error: {file} was not drawn: a picture holds 48 moments, and in this run more happens; ");
    for (args, code, advice) in [
        (vec!["42", "--operations", "300"], 0, "`--operations` and `--clients` make a run smaller"),
        (
            vec!["7", "--operations", "400", "--variant", "gap ignored", "--save", "target/sim/pictures"],
            1,
            "`sim shrink` makes a run that fails smaller",
        ),
    ] {
        let plain = sim(&args);
        let refused = sim(&[&args[..], &["--picture", file]].concat());
        assert_eq!((plain.status.code(), refused.status.code()), (Some(code), Some(2)));
        // The run is told all the same.
        assert_eq!(text(&plain.stdout), text(&refused.stdout));
        assert_eq!(text(&refused.stderr), format!("{begin}{advice}\n"));
    }
    let nowhere = sim(&["replay", GAP_IGNORED, "--picture", "no such folder/1.svg"]);
    let message = "error: no such folder/1.svg cannot be written: No such file or directory (os error 2)\n";
    assert_eq!((nowhere.status.code(), text(&nowhere.stderr)), (Some(2), message.to_owned()));
}

#[test]
fn the_command_draws_a_case_and_a_variant() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let draws = |args: &[&str], name: &str| {
        let file = folder.join(name);
        sim(&[args, &["--picture", file.to_str().unwrap()]].concat());
        std::fs::read_to_string(file).unwrap()
    };
    assert_eq!(
        draws(&["replay", GAP_IGNORED], "case.svg"),
        regression("gap-ignored-convergence-seed-1.json")
    );
    let variant = draws(&["zoo", "page marker without the rkey"], "variant.svg");
    assert!(variant.contains("with “page marker without the rkey” planted: broken<"), "{variant}");
}

/// README shows it. `UPDATE_README=1` draws it anew.
#[test]
fn the_picture_in_readme_is_that_of_the_case() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/pictures/gap-ignored.svg");
    let svg = regression("gap-ignored-convergence-seed-1.json");
    if std::env::var_os("UPDATE_README").is_some() {
        std::fs::write(&path, &svg).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), svg);
}

const GAP_IGNORED: &str = "corpus/regressions/gap-ignored-convergence-seed-1.json";

/// All that is drawn here: the stored cases, and small runs in bad weather.
fn pictures() -> Vec<String> {
    let names = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name());
    let mut pictures: Vec<String> = names.map(|name| regression(name.to_str().unwrap())).collect();
    for seed in 1..=60 {
        let loss = Some(200_000);
        let limits =
            Limits { clients: Some(2), loss_ppm: loss, repeat_ppm: loss, ..Limits::of_operations(2) };
        pictures.extend(drawn(Source::Drawn.scenario(seed, limits).unwrap()));
    }
    assert!(pictures.len() > 30, "{}", pictures.len());
    pictures
}

/// The picture of a run, unless it is too large for one.
fn drawn(scenario: Scenario) -> Option<String> {
    let mut picture = Picture::new(&scenario, None);
    let outcome = simulate_watched(scenario, Parts::default(), |_| (), |seen| picture.see(seen));
    picture.end(&outcome).ok()
}

fn regression(name: &str) -> String {
    let case = Case::read(&folder().join(name)).unwrap();
    let mut picture = Picture::new(&case.scenario, case.variant.as_deref());
    let outcome = case.run_watched(case.parts().unwrap()(), |seen| picture.see(seen));
    picture.end(&outcome).unwrap()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/regressions")
}

/// Where a text stands, in tenths of a pixel.
#[derive(Debug)]
#[expect(dead_code, reason = "the text is shown where boxes overlap")]
struct TextBox {
    left: i64,
    right: i64,
    top: i64,
    bottom: i64,
    text: String,
}

fn boxes(svg: &str) -> Vec<TextBox> {
    let texts = svg.lines().filter(|line| line.starts_with("<text "));
    let text_box = |line: &str| {
        let text = line.split_once('>').unwrap().1.strip_suffix("</text>").unwrap();
        let text = ["&amp;", "&lt;", "&gt;", "&quot;"]
            .iter()
            .fold(text.to_owned(), |text, name| text.replace(name, "_"));
        let (x, y, size) = (number(line, "x=\""), number(line, "y=\""), number(line, "font-size=\""));
        // A letter of a monospaced font is at most 0.61 of its size wide, and stands 0.95 above and 0.25 below its foot.
        let width = i64::try_from(text.chars().count()).unwrap() * size * 61 / 100;
        let left = if line.contains(r#"text-anchor="end""#) { x - width } else { x };
        TextBox { left, right: left + width, top: y - size * 95 / 100, bottom: y + size / 4, text }
    };
    texts.map(text_box).collect()
}

/// The number after `name`, in tenths.
fn number(text: &str, name: &str) -> i64 {
    let number = text.split_once(name).unwrap().1.split_once('"').unwrap().0;
    number.parse::<i64>().unwrap() * 10
}

fn sim(args: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    Command::new(env!("CARGO_BIN_EXE_sim")).args(args).current_dir(root).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}
