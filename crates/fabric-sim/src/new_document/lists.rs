//! Parsing of lists that a user types: priorities, and ETS shares. Start with [`priorities`] and [`shares`].

/// Share of one ETS class in the bandwidth of a port, as the user typed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Priority, 0 to 7. `None` if the user typed only the weight. Such a share goes to the next lossless
    /// priority without a share, or else to the lowest other priority.
    pub priority: Option<u8>,
    /// Weight in relation to the weights of the other ETS classes. Documents allow 1 to 100.
    pub weight: u8,
    /// Whether the user typed the weight with a percent sign. The percentages of a list must sum to 100.
    pub is_percentage: bool,
}

/// Description of a valid list of priorities, used in error messages.
pub const PRIORITIES: &str = "priorities from 0 to 7, such as 3,4";

/// Description of a valid list of ETS shares, used in error messages.
pub const SHARES: &str =
    "priorities with percentages, such as 3=80,4=15,0=5, or percentages alone, such as 80/15/5";

/// Splits a list into its entries. Separators are commas, slashes, semicolons, white space, and the words
/// "and", "&" and "+". If an entry has several colons, colons are separators, too. White space around an
/// equals sign or before a percent sign does not separate entries.
fn parts(text: &str) -> Vec<String> {
    let text = text.split('=').map(str::trim).collect::<Vec<_>>().join("=");
    let text = text.split('%').map(str::trim_end).collect::<Vec<_>>().join("%");
    let is_between = |c: char| matches!(c, ',' | '/' | ';') || c.is_whitespace();
    let is_ratio = text.split(is_between).any(|part| part.matches(':').count() > 1);
    let parts = text.split(|c: char| is_between(c) || is_ratio && c == ':');
    let is_conjunction = |part: &str| part.eq_ignore_ascii_case("and") || part == "&" || part == "+";
    parts.filter(|part| !part.is_empty() && !is_conjunction(part)).map(str::to_owned).collect()
}

/// Parses a list of priorities, such as `3,4`, `P3 P4`, `P3 and P4` or `3/4`. Order and repeated priorities
/// are kept. An empty text gives an empty list.
///
/// # Errors
/// Returns the text [`PRIORITIES`] if an entry of the list is no priority.
pub fn priorities(text: &str) -> Result<Vec<u8>, &'static str> {
    parts(text).iter().map(|part| priority(part).ok_or(PRIORITIES)).collect()
}

/// Parses a list of ETS shares, such as `3=80,4=15,0=5`, `P3=80% P4=15% P0=5%`, `3:80 4:15 0:5`, `80/15/5` or
/// `80,15,5`. Sums and repeated priorities are not checked here. An empty text gives an empty list.
///
/// # Errors
/// Returns the text [`SHARES`] if an entry of the list is no share.
pub fn shares(text: &str) -> Result<Vec<Share>, &'static str> {
    parts(text).iter().map(|part| share(part).ok_or(SHARES)).collect()
}

fn priority(text: &str) -> Option<u8> {
    text.strip_prefix(['p', 'P']).unwrap_or(text).parse().ok().filter(|n| *n < 8)
}

fn share(text: &str) -> Option<Share> {
    let (number, percent) =
        text.split_once(['=', ':']).map_or((None, text), |(number, percent)| (Some(number), percent));
    let priority = match number {
        Some(number) => Some(priority(number)?),
        None => None,
    };
    let plain = percent.strip_suffix('%');
    let weight = plain.unwrap_or(percent).parse().ok()?;
    Some(Share { priority, weight, is_percentage: plain.is_some() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_priorities_have_several_spellings() {
        for text in ["3,4", "3, 4", "P3 P4", "P3 and P4", "3 & 4", "p3/p4", " 3;4 ", "3:4"] {
            let is_read = priorities(text) == Ok(vec![3, 4]);
            assert_eq!(is_read, text != "3:4", "{text}");
        }
        assert_eq!(priorities(" "), Ok(Vec::new()));
    }
}
