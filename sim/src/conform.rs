//! placeholder until the real one is merged
use std::io;
/// Serves.
pub fn serve(_i: impl io::BufRead, _o: impl io::Write) -> io::Result<()> {
    Ok(())
}
