//! The tables of a report: the file of each, what one row of it is for, and its columns with their units.

/// A table in a file of its own.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// The name of the file.
    pub file: &'static str,
    /// What one row is for.
    pub about: &'static str,
    /// The columns in their order: names of those that belong together, and what they hold in which unit.
    pub columns: &'static [(&'static [&'static str], &'static str)],
}

/// All, in the order of their making.
pub const TABLES: [Table; 13] = [
    Table {
        file: "growth.csv",
        about: "scheme, workload, number of inserts: percentiles of the longest key, sums of bytes",
        columns: &[
            (&["scheme", "workload"], "names"),
            (&["operations"], "inserts made so far"),
            (&["seeds"], "seeds that came so far, at least half of all"),
            (
                &["p5", "p50", "p95", "max"],
                "the longest key in bytes: percentiles over those seeds, and the worst",
            ),
            (&["bytes", "packed"], "all keys in bytes, median; the same with common prefixes left out"),
            (&["excess"], "bytes of all keys made beyond the shortest that would have fitted, median"),
        ],
    },
    Table {
        file: "trials.csv",
        about: "scheme, workload, seed: how far it came, and why it ended",
        columns: &[
            (&["scheme", "workload", "seed"], "names, and the number of the seed"),
            (
                &["bytes_at_100", "bytes_at_1000"],
                "the longest key in bytes after so many inserts; empty where it did not come so far",
            ),
            (&["keys"], "keys made until the end"),
            (
                &["end"],
                "`done`: all inserts made; `cap`: none within 512 bytes left; `no-key`: asked 64 times, none between",
            ),
            (&["longest"], "the longest key in bytes"),
            (&["wrong"], "results that did not lie between their neighbours, a count"),
            (&["equal"], "keys equal to one that was there, a count; only several writers at once make such"),
        ],
    },
    Table {
        file: "imports.csv",
        about: "rows imported between two neighbours: a loop, and all at once",
        columns: &[
            (
                &["rows", "seeds", "loop_done"],
                "rows imported; seeds of the loop; how many of them got all rows",
            ),
            (
                &["loop_longest", "loop_bytes"],
                "the longest key of the loop and all its keys, in bytes, medians of those that got all",
            ),
            (&["at_once_longest", "at_once_bytes"], "the same of `between_n`"),
        ],
    },
    Table {
        file: "collisions.csv",
        about: "way of drawing, number of writers: how often two made one key, with its interval",
        columns: &[
            (&["draw", "writers"], "what is drawn; how many writers meet in a fresh gap"),
            (&["trials", "equal"], "how often they met; how often two keys or more were equal"),
            (&["share_ppm", "low_ppm", "high_ppm"], "that share and Wilson's interval at 95 %, in a million"),
            (&["formula"], "the chance by the birthday formula, from 0 to 1, not rounded"),
        ],
    },
    Table {
        file: "suffixes.csv",
        about: "way of drawing: its bits, and what they cost in length",
        columns: &[
            (&["draw", "centibits"], "what is drawn; how many bits that is in a fresh gap, in hundredths"),
            (&["append_bytes"], "the longest key in bytes after 1,000 appends, median"),
            (
                &["random_centibytes"],
                "an average key after 1,000 inserts at random places, in hundredths of a byte",
            ),
            (
                &["gap_lower_bytes", "gap_upper_bytes", "gap_alternating_bytes", "gap_random_bytes"],
                "the longest key in bytes after 1,000 inserts into one gap, by side, medians; empty where the cap was met",
            ),
        ],
    },
    Table {
        file: "interleavings.csv",
        about: "scheme, direction: the pieces into which two runs fell",
        columns: &[
            (&["scheme", "way", "seeds"], "names; how many seeds"),
            (&["min", "p5", "p50", "p95", "max"], "pieces of one writer's items, over the seeds"),
            (&["whole"], "seeds in which both runs stayed whole"),
            (&["equal_keys"], "pairs of equal keys, over all seeds"),
        ],
    },
    Table {
        file: "writes.csv",
        about: "design, place, siblings: records and bytes for each insert",
        columns: &[
            (&["design", "place", "siblings"], "names; how many siblings there are"),
            (
                &["centirecords", "centibytes"],
                "records, and bytes of order, written for each insert since the row before: hundredths, on average",
            ),
        ],
    },
    Table {
        file: "halfway.csv",
        about: "order of renumbering, how much is done: pairs out of order",
        columns: &[
            (&["order", "done_percent"], "in which order; per cent of all items renumbered so far"),
            (&["pairs_permille"], "pairs in the wrong order or with one number, in a thousand of all pairs"),
        ],
    },
    Table {
        file: "meetings.csv",
        about: "number of writers: how often an edit meets another",
        columns: &[
            (&["writers", "edits"], "people who edit; edits they made"),
            (
                &["index_ppm", "index_formula_ppm"],
                "edits that met another on the index record, and by formula, in a million",
            ),
            (&["moves_ppm", "inserts_ppm"], "moves and inserts by key that met another, in a million"),
        ],
    },
    Table {
        file: "typed.csv",
        about: "recording, scheme, item, keystrokes: percentiles of the longest key",
        columns: &[
            (&["recording", "scheme", "item"], "names"),
            (&["keystrokes"], "characters typed or deleted so far"),
            (&["seeds"], "seeds that came so far, at least half of all"),
            (
                &["p5", "p50", "p95", "max"],
                "the longest key in bytes: percentiles over those seeds, and the worst",
            ),
        ],
    },
    Table {
        file: "recorded.csv",
        about: "recording, scheme, item, seed: where the cap was met, sums of bytes",
        columns: &[
            (&["recording", "scheme", "item", "seed"], "names, and the number of the seed"),
            (&["keystrokes"], "characters typed or deleted in the whole recording"),
            (
                &["cap_met_at"],
                "the one of them, counted from 1, at which no key was left; empty where there was none",
            ),
            (&["made", "longest"], "keys made; the longest of them in bytes"),
            (&["keys"], "keys in the list at the end"),
            (&["bytes", "packed"], "those in bytes; the same with common prefixes left out"),
        ],
    },
    Table {
        file: "met.csv",
        about: "recording of several people: where their words came out interleaved",
        columns: &[
            (&["recording", "people", "keystrokes"], "its name; how many typed; characters typed or deleted"),
            (&["verdict"], "what the simulator says of the run"),
            (&["longest"], "the longest key in bytes"),
            (&["whole_by_server"], "whether words come out as recorded when a server makes the keys"),
            (&["at"], "the first interleaved character, counted from 0; empty where there was none"),
            (
                &["before", "recorded", "met", "after"],
                "texts: around that place, as recorded, and as it came out",
            ),
        ],
    },
    Table {
        file: "figures.csv",
        about: "published figure: what was published, and ours",
        columns: &[
            (&["id", "name"], "its number, and what it counts"),
            (
                &["unit", "decimals"],
                "the unit of its numbers, and how many of their last digits are decimals",
            ),
            (&["kind"], "how it was published"),
            (&["published_least", "published_most"], "what was published, or its span"),
            (&["min", "p5", "p50", "p95", "max"], "ours, over the seeds"),
            (&["published_text", "text"], "both, where they are words"),
            (&["measured"], "how ours was measured"),
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::TABLES;
    use crate::rows::Rows;
    use std::path::Path;

    /// A column that is added, renamed or moved is explained as well.
    #[test]
    fn every_column_of_every_file_is_explained() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
        let files = Rows::read(&directory).expect("committed rows").files();
        assert_eq!(files.len(), TABLES.len());
        for ((file, content), table) in files.iter().zip(TABLES) {
            let head = content.split(|&byte| byte == b'\n').next().expect("a first line");
            let explained: Vec<&str> = table.columns.iter().flat_map(|&(names, _)| names).copied().collect();
            assert_eq!(
                (file.as_str(), String::from_utf8_lossy(head).as_ref()),
                (table.file, explained.join(",").as_str())
            );
        }
    }
}
