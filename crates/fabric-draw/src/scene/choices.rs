//! Search in the choices of a menu. Choices keep their order. An empty search text matches every choice.

/// Choice of a menu as (value, label).
pub type Choice = (String, String);

/// Choices that a menu offers, and the number of all matches. A choice matches if its label contains every
/// word of the search text `sought`; ASCII letters match in upper and lower case. The menu offers the first
/// `most` matches. The choice with the value `chosen` is always offered, in place of the last one if
/// necessary.
#[must_use]
pub fn offered(choices: &[Choice], sought: &str, chosen: &str, most: usize) -> (Vec<Choice>, usize) {
    let words: Vec<String> = sought.to_ascii_lowercase().split_whitespace().map(str::to_owned).collect();
    let is_meant = |(_, name): &&Choice| {
        let name = name.to_ascii_lowercase();
        words.iter().all(|word| name.contains(word))
    };
    let all = choices.iter().filter(is_meant).count();
    let mut offered: Vec<Choice> = choices.iter().filter(is_meant).take(most).cloned().collect();
    if !offered.iter().any(|one| one.0 == chosen)
        && let Some(one) = choices.iter().find(|one| one.0 == chosen)
    {
        offered.truncate(most.saturating_sub(1));
        offered.push(one.clone());
    }
    (offered, all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_menu_contains_the_matches_and_the_chosen_item() {
        let all: Vec<Choice> = (0..4_000).map(|n| (n.to_string(), format!("H{n} to r"))).collect();
        let values = |sought: &str, chosen: &str| {
            let (offered, count) = offered(&all, sought, chosen, 60);
            (offered.into_iter().map(|one| one.0).collect::<Vec<_>>(), count)
        };
        let (found, count) = values("h12 R", "120");
        assert_eq!(
            (found.len(), &found[..3], count),
            (60, &["12", "120", "121"].map(str::to_owned)[..], 111)
        );
        let (first, count) = values("", "3999");
        assert_eq!((first.len(), first[0].as_str(), first[59].as_str(), count), (60, "0", "3999", 4_000));
        assert_eq!(values("nobody", "7"), (vec!["7".to_owned()], 0));
    }
}
