//! Lists of items in sentences.

/// Items as a list in words: `a`, `a and b`, or `a, b and c`. Empty without items.
#[must_use]
pub fn enumerated<S: AsRef<str>>(things: &[S]) -> String {
    match things {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [most @ .., last] => {
            let most: Vec<&str> = most.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", most.join(", "), last.as_ref())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::enumerated;

    #[test]
    fn the_last_comes_after_an_and() {
        assert_eq!(enumerated::<&str>(&[]), "");
        assert_eq!(enumerated(&["s1"]), "s1");
        assert_eq!(enumerated(&["s1", "s2"]), "s1 and s2");
        assert_eq!(enumerated(&["s1", "s2", "s3"]), "s1, s2 and s3");
    }
}
