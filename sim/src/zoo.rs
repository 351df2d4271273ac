//! The zoo: broken variants of the exchangeable parts, each a believable mistake that a law must catch.
//!
//! A green bed says nothing until it is known what it would have caught. Each variant goes where the real
//! part goes; nothing in the real code knows of it.

mod absence_in_a_part;
mod all_rows_rewritten;
mod altered;
mod any_larger_key;
mod append_after_smallest;
mod arrival_order_ties;
mod bounds_swapped;
mod bump_without_carry;
mod cap_ignored;
mod client_key_honoured;
mod conflict_after_writing;
mod cursor_before_effect;
mod cycles_vanish;
mod dedupe_of_creates_only;
mod delete_without_tombstone;
mod equal_rev_is_a_gap;
mod exact_midpoint;
mod exhausted_early;
mod failure_forgotten;
mod fields_lost;
mod float_midpoint;
mod floor_emitted;
mod folded_order;
mod full_width_jitter;
mod future_frames;
mod gap_ignored;
mod hash_map_order;
mod jitter_as_suffix;
mod loaded_page_only;
#[cfg(feature = "cli")]
mod locale_order;
mod locks_out_of_order;
mod malformed_rows_crash;
mod malformed_rows_dropped;
mod marker_without_rkey;
mod midpoint_off_by_one;
mod missing_anchor_means_last;
mod move_as_delete_and_insert;
mod new_intent_id;
mod no_covering_index;
mod no_reread;
mod no_swap_commit;
mod one_path_unlocked;
mod over;
mod racing_renumber;
mod readers_heal_keys;
mod repair_above_all;
mod reply_forgotten;
mod restored_beside;
mod retry_count;
mod trailing_zero;
mod truncated_at_the_cap;
mod untyped_records_dropped;
mod wrong_width;
mod zeros_stripped;

use crate::world::Parts;
use std::fmt::Write;

/// One broken variant.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// Its name.
    pub name: &'static str,
    /// How someone would come to make this mistake.
    pub story: &'static str,
    /// The laws that may catch it; any other means that the catch was luck.
    pub laws: &'static [&'static str],
    /// Makes the parts, one of them broken.
    pub parts: fn() -> Parts,
}

/// All variants.
pub const VARIANTS: &[Variant] = &[
    trailing_zero::VARIANT,
    cap_ignored::VARIANT,
    truncated_at_the_cap::VARIANT,
    midpoint_off_by_one::LOW,
    midpoint_off_by_one::HIGH,
    exhausted_early::VARIANT,
    jitter_as_suffix::VARIANT,
    full_width_jitter::VARIANT,
    exact_midpoint::VARIANT,
    wrong_width::UP,
    wrong_width::DOWN,
    zeros_stripped::VARIANT,
    float_midpoint::VARIANT,
    bump_without_carry::VARIANT,
    floor_emitted::VARIANT,
    bounds_swapped::VARIANT,
    missing_anchor_means_last::VARIANT,
    append_after_smallest::VARIANT,
    loaded_page_only::VARIANT,
    restored_beside::VARIANT,
    no_reread::VARIANT,
    retry_count::TWICE,
    retry_count::NEVER,
    conflict_after_writing::VARIANT,
    client_key_honoured::VARIANT,
    one_path_unlocked::VARIANT,
    locks_out_of_order::VARIANT,
    no_swap_commit::VARIANT,
    reply_forgotten::VARIANT,
    failure_forgotten::VARIANT,
    new_intent_id::ATTEMPT,
    new_intent_id::SENDING,
    any_larger_key::VARIANT,
    repair_above_all::VARIANT,
    racing_renumber::VARIANT,
    all_rows_rewritten::VARIANT,
    move_as_delete_and_insert::VARIANT,
    fields_lost::VARIANT,
    arrival_order_ties::VARIANT,
    no_covering_index::VARIANT,
    gap_ignored::VARIANT,
    delete_without_tombstone::VARIANT,
    equal_rev_is_a_gap::VARIANT,
    absence_in_a_part::VARIANT,
    dedupe_of_creates_only::VARIANT,
    cursor_before_effect::VARIANT,
    future_frames::SEQ,
    future_frames::REV,
    marker_without_rkey::VARIANT,
    malformed_rows_dropped::VARIANT,
    untyped_records_dropped::VARIANT,
    cycles_vanish::VARIANT,
    folded_order::VARIANT,
    #[cfg(feature = "cli")]
    locale_order::VARIANT,
    readers_heal_keys::VARIANT,
    malformed_rows_crash::VARIANT,
    hash_map_order::VARIANT,
];

/// The variant of this name.
///
/// # Errors
/// Which names are known.
pub fn find(name: &str) -> Result<&'static Variant, String> {
    let mut known = VARIANTS.iter();
    known.clone().find(|variant| variant.name == name).ok_or_else(|| {
        let mut names = String::new();
        known.try_for_each(|variant| write!(names, ", `{}`", variant.name)).expect("a string takes any text");
        format!("no variant is called `{name}`; the known ones are {}", &names[2..])
    })
}
