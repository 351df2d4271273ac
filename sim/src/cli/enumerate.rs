//! What `sim enumerate` may be asked.

use super::WatchArgs;
use clap::{Args, value_parser};
use sim::enumerate::Size;

/// Which small worlds, how large, and how.
#[derive(Args, Debug)]
pub struct EnumerateArgs {
    /// Only worlds whose name begins so, such as `writes`, `reads-chain` or `writes-lock-2`; all where none is given.
    #[arg(long, value_name = "NAME", default_value = "")]
    pub world: String,
    /// How many clients write.
    #[arg(long, value_name = "N", default_value_t = Size::default().clients, value_parser = value_parser!(u32).range(1..=64))]
    pub clients: u32,
    /// How many edits each of them makes.
    #[arg(long, value_name = "N", default_value_t = Size::default().edits, value_parser = value_parser!(u32).range(1..=64))]
    pub edits: u32,
    /// How many commit frames are read.
    #[arg(long, value_name = "N", default_value_t = Size::default().frames, value_parser = value_parser!(u32).range(1..=64))]
    pub frames: u32,
    /// Runs with a planted fault, one of the zoo's, to see it caught.
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    /// Makes one run only: the choices it begins with, such as `0,1,0,2`; after them always the first is chosen.
    #[arg(long, value_name = "N,…", value_parser = parse_choices)]
    pub choices: Option<Chosen>,
    #[command(flatten)]
    pub watch: WatchArgs,
    /// Prints one JSON object instead of the table.
    #[arg(long)]
    pub json: bool,
}

/// The choices of one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen(pub Vec<u32>);

impl EnumerateArgs {
    /// How large the worlds are.
    pub const fn size(&self) -> Size {
        Size { clients: self.clients, edits: self.edits, frames: self.frames }
    }
}

fn parse_choices(text: &str) -> Result<Chosen, String> {
    let numbers = text.split(',').filter(|number| !text.is_empty() || !number.is_empty());
    let parsed: Result<Vec<u32>, _> = numbers.map(str::parse).collect();
    parsed.map(Chosen).map_err(|_| "choices are whole numbers with commas, such as `0,1,0,2`".to_owned())
}
