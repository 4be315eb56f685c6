//! Mutations of JSON, of words and lines, and of bytes.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;
use serde_json::Value;

/// Values at the limits of the ranges of fields, or beyond them.
const ODD: [&str; 34] = [
    "",
    "0",
    "1",
    "-1",
    "2",
    "7",
    "8",
    "63",
    "64",
    "65",
    "255",
    "256",
    "4095",
    "4096",
    "4097",
    "65535",
    "65536",
    "1048576",
    "4294967295",
    "4294967296",
    "9007199254740993",
    "18446744073709551615",
    "18446744073709551616",
    "0.5",
    "1e9",
    "1e-9",
    "1e308",
    "nan",
    "inf",
    "100Gbps",
    "1us",
    "NULL",
    "\u{202e}\u{0}",
    "Ethernet0|3-4",
];

/// Largest length of a mutant in bytes. Without the limit, repeated doubling of parts would exceed the
/// memory.
const LONGEST: usize = 400_000;

/// Source of random numbers.
pub struct Dice(pub Pcg32);

impl Dice {
    /// Random number from 0 to `n` − 1. Panics if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.0.next_u64() % n as u64).expect("less than n")
    }

    /// Random entry of the list `of`. Panics if the list is empty.
    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

/// Mutates a text up to six times, or not at all. `others` are texts of the same kind, from which lines are
/// taken.
pub fn text(dice: &mut Dice, original: &str, others: &[&str]) -> String {
    let mut text = original.to_owned();
    for _ in 0..dice.below(7) {
        text = match dice.below(6) {
            0 => bytes(dice, text.into_bytes()),
            1 | 2 => lines(dice, &text, others),
            _ => words(dice, &text),
        };
        if text.len() > LONGEST {
            break;
        }
    }
    text
}

/// Mutates words of a text: replaces, removes, doubles or exchanges them.
fn words(dice: &mut Dice, text: &str) -> String {
    let mut words: Vec<&str> = text.split_inclusive(|c: char| c.is_whitespace()).collect();
    if words.is_empty() {
        return dice.pick(&ODD).to_owned();
    }
    let at = dice.below(words.len());
    let end = words[at].trim_end().len();
    let rest = &words[at][end..];
    let near = words[at].trim().parse::<i64>().ok().map(|number| {
        let by = dice.pick(&[-1, 1, 2, 64]);
        number.saturating_add(by).to_string() + rest
    });
    let odd = dice.pick(&ODD).to_owned() + rest;
    match dice.below(6) {
        0 => drop(words.remove(at)),
        1 => words.insert(at, words[at]),
        2 => {
            let other = dice.below(words.len());
            words.swap(at, other);
        }
        3 => words[at] = near.as_deref().unwrap_or(&odd),
        _ => words[at] = &odd,
    }
    words.concat()
}

/// Removes, doubles, repeats or exchanges lines, or inserts a line of another text.
fn lines(dice: &mut Dice, text: &str, others: &[&str]) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    if lines.is_empty() {
        return text.to_owned();
    }
    let at = dice.below(lines.len());
    match dice.below(5) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at]),
        2 => {
            let many = vec![lines[at]; 1 << dice.below(12)];
            lines.splice(at..at, many);
        }
        3 => {
            let other = dice.below(lines.len());
            lines.swap(at, other);
        }
        _ => {
            let other: Vec<&str> = dice.pick(others).lines().collect();
            if !other.is_empty() {
                let line = dice.pick(&other);
                lines.insert(at, line);
            }
        }
    }
    lines.join("\n") + "\n"
}

/// Flips, removes, doubles or inserts a few bytes.
fn bytes(dice: &mut Dice, mut bytes: Vec<u8>) -> String {
    for _ in 0..=dice.below(3) {
        let at = dice.below(bytes.len() + 1);
        let end = (at + dice.below(12)).min(bytes.len());
        match dice.below(4) {
            0 if at < bytes.len() => bytes[at] ^= 1 << dice.below(8),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
            _ => drop(bytes.splice(at..end, *b"99999999999999999999")),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Mutates a few values of a JSON text. In one of eight cases, mutates the text byte by byte.
pub fn json(dice: &mut Dice, original: &str, others: &[&str]) -> String {
    if dice.below(8) == 0 {
        return bytes(dice, original.as_bytes().to_vec());
    }
    let Ok(mut value) = serde_json::from_str::<Value>(original) else { return original.to_owned() };
    for _ in 0..dice.below(9) {
        let other = serde_json::from_str::<Value>(dice.pick(others)).unwrap_or_default();
        mutate(dice, &mut value, &other);
    }
    value.to_string()
}

/// Follows a random path into the JSON value, and mutates the value at the end of the path.
fn mutate(dice: &mut Dice, value: &mut Value, other: &Value) {
    let is_here = dice.below(5) == 0;
    match value {
        Value::Object(map) if !map.is_empty() => {
            let keys: Vec<String> = map.keys().cloned().collect();
            let key = keys[dice.below(keys.len())].clone();
            if !is_here {
                let other = other.get(&key).unwrap_or(other);
                return map.get_mut(&key).into_iter().for_each(|value| mutate(dice, value, other));
            }
            let taken = map.get(&key).cloned().unwrap_or_default();
            match dice.below(5) {
                0 => drop(map.remove(&key)),
                1 => drop(map.insert(dice.pick(&ODD).to_owned(), taken)),
                2 => drop(map.insert(words(dice, &key.replace('|', "| ")).replace(' ', ""), taken)),
                3 => drop(map.insert(key, other.clone())),
                _ => {
                    if let Some((key, value)) = other.as_object().and_then(|other| other.iter().next()) {
                        map.insert(key.clone(), value.clone());
                    }
                }
            }
        }
        Value::Array(list) if !list.is_empty() && !is_here => {
            let at = dice.below(list.len());
            mutate(dice, &mut list[at], other);
        }
        Value::String(text) if !is_here => *text = words(dice, text),
        _ => {
            *value = match dice.below(4) {
                0 => Value::Null,
                1 => other.clone(),
                2 => dice.below(9).into(),
                _ => dice.pick(&ODD).into(),
            };
        }
    }
}
