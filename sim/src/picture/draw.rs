//! Lays a scene out and draws it.
//!
//! Every text has a cell of its own: deeds stand above the line of their row, right of their lane, but those of
//! clients left of it, since all their arrows are on the right. Where an arrow passes behind a text, the text has a
//! seam. Lanes in which nothing happens are left out.

use super::arrow::{Arrow, Spot, Way};
use super::order::{Entry, Orders};
use super::scene::{Row, Scene};
use super::svg::{Anchor, Svg};
use crate::outcome::{Outcome, Verdict};
use crate::tell::Actor;

const FONT: usize = 12;
const LINE: usize = 15;
const MARGIN: usize = 16;
const TIME_WIDTH: usize = 96;
const LANE_GAP: usize = 244;
/// Between lanes that have their texts on the far sides there are only arrows.
const BARE_GAP: usize = 110;
/// How many letters a line of a cell has; one is 7.2 pixels wide, and a seam is left.
const CELL_LETTERS: usize = 31;

/// The picture of a whole run.
pub fn draw(title: &str, scene: &Scene, orders: &Orders, outcome: &Outcome, is_at_rest: bool) -> String {
    let plan = Plan::new(scene);
    let mut svg = Svg::default();
    let title = format!("{title}: {}", outcome.verdict.name());
    let mut y = head(&mut svg, &title, outcome, plan.width);
    let top = y;
    let mut row_ys = Vec::new();
    for row in &scene.rows {
        y += plan.row_height(row);
        row_ys.push(y);
    }
    let is_last_wrong = matches!(outcome.verdict, Verdict::Broken(_)) && !is_at_rest;
    if let (true, Some(row), Some(&at)) = (is_last_wrong, scene.rows.last(), row_ys.last()) {
        let height = plan.row_height(row);
        svg.rect(MARGIN / 2, at + 8 - height, plan.width - MARGIN, height, "band");
    }
    let bottom = y + LINE;
    lanes(&mut svg, &plan, scene, top, bottom);
    // What is lost is short, and lies on top.
    for is_lost in [false, true] {
        let arrows = scene.arrows().iter().filter(|arrow| (arrow.way == Way::Lost) == is_lost);
        arrows.for_each(|arrow| arrow_line(&mut svg, &plan, &row_ys, *arrow));
    }
    for (at, (row, &y)) in (1..).zip(scene.rows.iter().zip(&row_ys)) {
        let class = if is_last_wrong && at == row_ys.len() { "banded" } else { "deed" };
        deeds(&mut svg, &plan, row, y, class);
    }
    let mut orders = orders.clone();
    outcome.verdict.reasons().iter().for_each(|reason| orders.mark_named(reason));
    orders.cut();
    let bottom = final_orders(&mut svg, &plan, scene, &orders, bottom + 2 * LINE);
    svg.finish(plan.width, bottom + MARGIN, &title, HEAD)
}

/// Where things stand from left to right.
struct Plan {
    width: usize,
    lanes: Vec<Lane>,
}

/// A lane that is drawn, or one at the same place that is not.
struct Lane {
    x: usize,
    is_drawn: bool,
    /// On which side of it its texts stand.
    is_left: bool,
}

impl Plan {
    fn new(scene: &Scene) -> Self {
        let mut lanes: Vec<Lane> = Vec::new();
        let mut x = TIME_WIDTH;
        let mut was_left = true;
        for (actor, is_drawn) in scene.lanes().actors().zip(scene.used_lanes()) {
            let is_left = matches!(actor, Actor::Client(_));
            if is_drawn {
                x += if was_left && !is_left { BARE_GAP } else { LANE_GAP };
                was_left = is_left;
            }
            lanes.push(Lane { x, is_drawn, is_left });
        }
        Self { width: x + LANE_GAP + MARGIN, lanes }
    }

    /// A row is as high as its tallest cell.
    fn row_height(&self, row: &Row) -> usize {
        let lines = |lane: usize| cell(row, lane).len();
        let lines = (0..self.lanes.len()).map(lines).max().unwrap_or(0);
        lines * LINE + 13
    }

    fn spot(&self, row_ys: &[usize], (row, lane): Spot) -> (usize, usize) {
        (self.lanes[lane.min(self.lanes.len() - 1)].x, row_ys[row.min(row_ys.len() - 1)])
    }
}

/// The lines of what an actor did in a row.
fn cell(row: &Row, lane: usize) -> Vec<String> {
    let deeds = row.deeds.iter().filter(|(of, _)| *of == lane);
    deeds.flat_map(|(_, deed)| wrapped(deed, CELL_LETTERS)).collect()
}

/// What the picture is of, how the run ended, and how to read it. Returns where the rows begin.
fn head(svg: &mut Svg, title: &str, outcome: &Outcome, width: usize) -> usize {
    let mut y = MARGIN + LINE;
    svg.text(MARGIN, y, 16, Anchor::Start, "title", title);
    let letters = (width - 2 * MARGIN) * 10 / 73;
    for line in outcome.verdict.reasons().iter().flat_map(|reason| wrapped(reason, letters)) {
        y += LINE + 2;
        svg.text(MARGIN, y, FONT, Anchor::Start, "wrong", &line);
    }
    y += LINE + 6;
    let how = "Time runs down the page, not to scale. Records are called by their rkey, commits by their rev, \
               without the 2s before them.";
    for line in wrapped(how, letters) {
        svg.text(MARGIN, y, FONT, Anchor::Start, "quiet", &line);
        y += LINE;
    }
    legend(svg, y + 3);
    y + 3 * LINE
}

fn legend(svg: &mut Svg, y: usize) {
    let mut x = MARGIN;
    for (way, name) in [
        (Way::Plain, "arrives"),
        (Way::Overtaken, "overtaken by a later one"),
        (Way::Repeated, "comes twice"),
        (Way::Lost, "lost"),
    ] {
        stroke(svg, (x, y), (x + 36, y), way);
        svg.text(x + 44, y + 4, FONT, Anchor::Start, "quiet", name);
        x += 44 + name.len() * 73 / 10 + 24;
    }
}

fn lanes(svg: &mut Svg, plan: &Plan, scene: &Scene, top: usize, bottom: usize) {
    for (lane, name) in
        plan.lanes.iter().zip(scene.lanes().names(usize::MAX)).filter(|(lane, _)| lane.is_drawn)
    {
        svg.line((lane.x, top + 4), (lane.x, bottom), "lane", None);
        let (x, anchor) = if lane.is_left { (lane.x + 4, Anchor::End) } else { (lane.x - 4, Anchor::Start) };
        svg.text(x, top, 13, anchor, "name", &name);
    }
}

fn deeds(svg: &mut Svg, plan: &Plan, row: &Row, y: usize, class: &str) {
    let seconds = format!("{}.{:06} s", row.at_us / 1_000_000, row.at_us % 1_000_000);
    svg.text(TIME_WIDTH, y, 11, Anchor::End, "quiet", &seconds);
    for (at, lane) in plan.lanes.iter().enumerate() {
        let lines = cell(row, at);
        if lines.is_empty() {
            continue;
        }
        svg.dot(lane.x, y, "dot");
        let (x, anchor) = if lane.is_left { (lane.x - 8, Anchor::End) } else { (lane.x + 8, Anchor::Start) };
        for (line, text) in (1..).zip(&lines) {
            svg.text(x, y - 5 + line * LINE - lines.len() * LINE, FONT, anchor, class, text);
        }
    }
}

fn arrow_line(svg: &mut Svg, plan: &Plan, row_ys: &[usize], arrow: Arrow) {
    let (from, to) = (plan.spot(row_ys, arrow.from), plan.spot(row_ys, arrow.to));
    if arrow.way != Way::Lost {
        return stroke(svg, from, to, arrow.way);
    }
    // What is lost does not get half of the way, and a little downwards.
    let end = ((3 * from.0 + 2 * to.0) / 5, from.1 + 9);
    stroke(svg, from, end, Way::Lost);
}

fn stroke(svg: &mut Svg, from: (usize, usize), to: (usize, usize), way: Way) {
    match way {
        Way::Plain => svg.line(from, to, "plain", Some("head-plain")),
        Way::Overtaken => svg.line(from, to, "overtaken", Some("head-overtaken")),
        Way::Repeated => {
            svg.line(from, to, "repeated", Some("head-repeated"));
            svg.line(from, to, "between", None);
        }
        Way::Lost => svg.line(from, to, "lost", Some("cross")),
    }
}

/// The orders below the lanes of those who have them. Returns where they end.
fn final_orders(svg: &mut Svg, plan: &Plan, scene: &Scene, orders: &Orders, top: usize) -> usize {
    let mut bottom = top;
    svg.text(MARGIN, top, 13, Anchor::Start, "name", "in the end");
    for (actor, list) in &orders.lists {
        let Some((lane, _)) = scene.lanes().find(*actor) else { continue };
        let x = plan.lanes[lane].x - 4;
        let title = if *actor == Actor::Repository { "by the log" } else { "as served" };
        svg.text(x, top, 13, Anchor::Start, "name", title);
        let mut y = top + 6;
        for entry in list {
            y = order_entry(svg, entry, x, y);
        }
        if list.is_empty() {
            y += LINE;
            svg.text(x, y, FONT, Anchor::Start, "quiet", "nothing");
        }
        bottom = bottom.max(y);
    }
    bottom
}

fn order_entry(svg: &mut Svg, entry: &Entry, x: usize, mut y: usize) -> usize {
    let text = if entry.is_wrong { format!("✗ {}", entry.text) } else { entry.text.clone() };
    let lines = wrapped(&text, CELL_LETTERS);
    if entry.is_wrong {
        svg.rect(x - 4, y + 3, LANE_GAP - 12, lines.len() * LINE, "band");
    }
    let class = match (entry.is_wrong, &entry.rkey) {
        (true, _) => "wrong",
        (false, Some(_)) => "deed",
        (false, None) => "quiet",
    };
    for line in lines {
        y += LINE;
        svg.text(x, y, FONT, Anchor::Start, class, &line);
    }
    y
}

/// A text in lines of at most so many letters, broken between words where it can be.
fn wrapped(text: &str, letters_max: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut letters = 0;
    for word in text.split(' ') {
        let word: Vec<char> = word.chars().collect();
        for part in word.chunks(letters_max.max(1)) {
            let fits = !lines.is_empty() && letters + 1 + part.len() <= letters_max;
            if fits {
                let line = lines.last_mut().expect("there is a line");
                line.push(' ');
                line.extend(part);
                letters += 1 + part.len();
            } else {
                lines.push(part.iter().collect());
                letters = part.len();
            }
        }
    }
    lines
}

/// Colours by day and by night, and the ends of arrows. What a colour tells, a dash, a double line or a word tells
/// too.
const HEAD: &str = r#"<style>
svg{background:#fff}
text{font-family:"DejaVu Sans Mono",Menlo,Consolas,monospace;fill:#1f2328;paint-order:stroke;stroke:#fff;stroke-width:4px;stroke-linejoin:round}
.title,.name{font-weight:bold}
.quiet{fill:#59636e}.wrong{fill:#b3001b;stroke:none;font-weight:bold}.banded{stroke:#ffe2e0}
.lane{stroke:#c8ced4;stroke-width:1.5}
.dot{fill:#1f2328}
.band{fill:#ffe2e0}
.plain,.overtaken,.repeated,.lost{fill:none;stroke-width:1.5}
.plain{stroke:#0860ca}.overtaken{stroke:#b35900;stroke-width:2.5}.repeated{stroke:#7a3fc4;stroke-width:5}.lost{stroke:#b3001b;stroke-dasharray:5 4}
.between{stroke:#fff;stroke-width:2}
.head-plain{fill:#0860ca}.head-overtaken{fill:#b35900}.head-repeated{fill:#7a3fc4}.cross{fill:none;stroke:#b3001b;stroke-width:2}
@media (prefers-color-scheme:dark){
svg{background:#0d1117}
text{fill:#e6edf3;stroke:#0d1117}
.quiet{fill:#9198a1}.wrong{fill:#ff9492;stroke:none}.banded{stroke:#5c1a1f}
.lane{stroke:#3d444d}.dot{fill:#e6edf3}.band{fill:#5c1a1f}
.plain{stroke:#6cb6ff}.overtaken{stroke:#f0a050}.repeated{stroke:#c297ff}.lost{stroke:#ff9492}
.between{stroke:#0d1117}
.head-plain{fill:#6cb6ff}.head-overtaken{fill:#f0a050}.head-repeated{fill:#c297ff}.cross{stroke:#ff9492}
}
</style>
<defs>
<marker id="head-plain" viewBox="0 0 10 10" refX="13" refY="5" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0 10 5 0 10z" class="head-plain"/></marker>
<marker id="head-overtaken" viewBox="0 0 10 10" refX="13" refY="5" markerWidth="11" markerHeight="11" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0 10 5 0 10z" class="head-overtaken"/></marker>
<marker id="head-repeated" viewBox="0 0 10 10" refX="13" refY="5" markerWidth="12" markerHeight="12" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0 10 5 0 10z" class="head-repeated"/></marker>
<marker id="cross" viewBox="0 0 10 10" refX="5" refY="5" markerWidth="10" markerHeight="10" markerUnits="userSpaceOnUse" orient="0"><path d="M1 1 9 9M9 1 1 9" class="cross"/></marker>
</defs>
"#;
