//! The page: what the rows say, in words, tables and pictures, as Markdown.

use crate::band::Band;
use crate::charts::Chart;
use crate::figures::{Figure, Published};
use crate::rows::Rows;
use crate::schemes::Scheme;
use crate::text::{span, tenths, thousands};
use crate::workload::Workload;
use order_key::KEY_BYTES_MAX;
use std::cmp::Reverse;

/// The whole page.
pub fn page(rows: &Rows, figures: &[Figure], charts: &[Chart]) -> String {
    [
        format!("# How order keys grow\n\n{}\n", rows.identity()),
        in_short(rows),
        inserts_per_byte(rows),
        charts.iter().map(picture).collect::<Vec<_>>().join("\n"),
        published(figures, rows.seeds()),
        files(charts),
    ]
    .join("\n")
}

fn in_short(rows: &Rows) -> String {
    let operations_max = Workload::Append.operations_max();
    let end = rows.longest_at_ends();
    let ours = Scheme::MiddleHalf;
    let mut ranked = Scheme::OURS.map(|scheme| (scheme, medians(rows, scheme)));
    ranked.sort_by_key(|(_, sides)| Reverse(sides.min));
    let sides = ranked.map(|(scheme, Band { min, max, .. })| {
        format!("{} {} to {}", scheme.name(), thousands(min), thousands(max))
    });
    format!(
        "A key is made from its two neighbours alone and has at most {KEY_BYTES_MAX} bytes. What it costs \
         depends on where inserts go, and on the rule that places the new digit among those that fit.\n\
         \n\
         * **Appends and prepends cost nothing.** After {} of them from `a0` the longest key has {} bytes, \
         whatever the rule.\n\
         * **One gap pays for every insert.** After 1,000 at the same place a key has {} bytes ({}), and \
         after {} no key fits.\n\
         * **Judged by its worst side, {} is the best rule.** Keys that one gap gives, from the worst side \
         to the best, medians: {}.\n",
        thousands(operations_max),
        span(end.min, end.max),
        rows.growth_at(ours, Workload::GapLower, 1_000).p50,
        ours.name(),
        thousands(medians(rows, ours).min),
        ranked[0].0.name(),
        sides.join(", "),
    )
}

/// The median of each side, as a band over the sides.
fn medians(rows: &Rows, scheme: Scheme) -> Band {
    Band::of(Workload::GAPS.map(|workload| rows.keys_to_cap(scheme, workload).p50))
}

/// Why one rule is shorter than another, and by how much.
fn inserts_per_byte(rows: &Rows) -> String {
    let fraction_bytes = KEY_BYTES_MAX as u32 - 2;
    let line = |scheme: Scheme| {
        let cells = Workload::GAPS.map(|workload| {
            let band = rows.keys_to_cap(scheme, workload);
            format!(" {} |", tenths(band.p50, fraction_bytes))
        });
        let bytes = Band::of(Workload::GAPS.map(|side| rows.growth_at(scheme, side, 1_000).p50));
        format!("| {} |{} {} |\n", scheme.name(), cells.concat(), span(bytes.min, bytes.max))
    };
    let [lower, upper, alternating] = Workload::GAPS.map(Workload::name);
    format!(
        "## Why: how many inserts one byte takes\n\
         \n\
         A digit has 62 values. An insert into a gap takes one strictly between two others and leaves less \
         room beside it; when none is left, the next key goes one byte deeper. So the rule that leaves most \
         room on the side where the next insert comes has the shortest keys.\n\
         \n\
         | rule | {lower} | {upper} | {alternating} | bytes after 1,000 |\n\
         | --- | ---: | ---: | ---: | ---: |\n\
         {}\n\
         * A digit drawn from the **full width** is often close to the side that is hammered, and then most \
         of the byte is lost at once.\n\
         * The **exact midpoint** halves the room each time. It rounds down, so the two directions differ; \
         and two writers who ask for the same place get the same key.\n\
         * The **middle half** keeps away from both ends, and is the same rule seen from either of them; \
         it still draws, so two writers who ask for the same place mostly get different keys.\n",
        Scheme::OURS.map(line).concat(),
    )
}

fn picture(chart: &Chart) -> String {
    let Chart { name, title, says, .. } = chart;
    format!("## {title}\n\n{says}\n\n[![{title}]({name}.png)]({name}.svg)\n")
}

fn published(figures: &[Figure], seeds: u32) -> String {
    let reproduced = figures.iter().filter(|figure| figure.verdict().reproduced()).count();
    format!(
        "## Published figures beside ours\n\
         \n\
         {reproduced} of {} are reproduced. Ours is the median of {seeds} seeds and the range of all of \
         them; one number where all seeds agree.\n\
         \n\
         | | figure | published | ours: median (range) | verdict | what was measured |\n\
         | --- | --- | ---: | ---: | --- | --- |\n\
         {}",
        figures.len(),
        figures.iter().map(published_line).collect::<String>(),
    )
}

fn published_line(figure: &Figure) -> String {
    let Figure { id, name, unit, published, ours, measured, .. } = figure;
    let show = |value| unit.show(value);
    let published = match *published {
        Published::Exact(figure) | Published::OneRun(figure) => show(figure),
        Published::Average(least, most) => format!("{}–{}", show(least), show(most)),
    };
    let ours_text = if ours.min == ours.max {
        show(ours.p50)
    } else {
        format!("{} ({}–{})", show(ours.p50), show(ours.min), show(ours.max))
    };
    let (unit, verdict) = (unit.name(), figure.verdict());
    format!("| {id} | {name} | {published} {unit} | {ours_text} {unit} | {verdict} | {measured} |\n")
}

fn files(charts: &[Chart]) -> String {
    let pictures: Vec<_> = charts.iter().map(|chart| format!("[{0}.svg]({0}.svg)", chart.name)).collect();
    format!(
        "## Files\n\
         \n\
         | file | one row for |\n\
         | --- | --- |\n\
         | [growth.csv](growth.csv) | rule, workload, number of inserts: percentiles of the longest key |\n\
         | [trials.csv](trials.csv) | rule, side of the gap, seed: longest key after 100 and 1,000 inserts, keys until full |\n\
         | [lengths.csv](lengths.csv) | rule, open end, key length: how many keys, over the seeds |\n\
         | [figures.csv](figures.csv) | published figure: ours and the verdict |\n\
         \n\
         Pictures without pixels: {}.\n\
         \n\
         `cargo run --release -p reports` writes this directory anew, the same to the byte; with `-- --check` \
         it compares instead and names each file that differs.\n",
        pictures.join(", "),
    )
}
