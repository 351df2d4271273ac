//! All tables in one JSON file: each with its columns once and its rows below, one a line.

use serde_json::{Value, json};

/// The tables of a run. Each comes as CSV.
pub fn json(identity: &str, tables: &[(String, Vec<u8>)]) -> Vec<u8> {
    let tables: Vec<String> = tables.iter().map(|(file, csv)| table(file, csv)).collect();
    format!("{{\"run\":{},\"tables\":{{\n{}\n}}}}\n", json!(identity), tables.join(",\n")).into_bytes()
}

fn table(file: &str, csv: &[u8]) -> String {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(csv);
    let mut lines = reader.records().map(|record| record.expect("a table of ours"));
    let columns: Vec<String> =
        lines.next().map(|record| record.iter().map(str::to_owned).collect()).unwrap_or_default();
    let rows: Vec<String> =
        lines.map(|record| Value::Array(record.iter().map(value).collect()).to_string()).collect();
    let name = file.trim_end_matches(".csv");
    format!("{}:{{\"columns\":{},\"rows\":[\n{}\n]}}", json!(name), json!(columns), rows.join(",\n"))
}

/// A number as a number, nothing as null, anything else as a text.
fn value(text: &str) -> Value {
    if text.is_empty() {
        return Value::Null;
    }
    // Words such as `inf` would be read as numbers too.
    let is_number = text.starts_with(|first: char| first.is_ascii_digit());
    text.parse::<u64>().map_or_else(
        |_| text.parse::<f64>().ok().filter(|_| is_number).map_or_else(|| Value::from(text), Value::from),
        Value::from,
    )
}

#[cfg(test)]
mod tests {
    use super::json;
    use serde_json::Value;

    #[test]
    fn tables_keep_their_values() {
        let csv = b"name,bytes,cap,chance\n\"a, \"\"b\"\"\",12,,0.25\n".to_vec();
        let file = json("a run", &[("met.csv".into(), csv), ("none.csv".into(), Vec::new())]);
        let read: Value = serde_json::from_slice(&file).expect("JSON");
        assert_eq!(read["run"], "a run");
        assert_eq!(read["tables"]["met"]["columns"][1], "bytes");
        assert_eq!(read["tables"]["met"]["rows"][0], serde_json::json!(["a, \"b\"", 12, null, 0.25]));
        assert!(read["tables"]["none"]["rows"].as_array().expect("rows").is_empty());
    }
}
