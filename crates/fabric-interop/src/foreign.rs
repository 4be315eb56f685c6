//! Recognition of texts that an importer of JSON cannot read. The refusal then names the kind of the text and
//! the input to give instead. Start with [`refusal`].
//!
//! Rule: signs of the known kinds are searched one after the other; the first sign that is found gives the
//! kind.
//! Fallback: a text without signs is described by the fault that the JSON parser found.
//! Left out: repair of the text.

use crate::nic;
use crate::sonic::File;
use crate::terminal::is_prompt;

/// Number of characters at the start of a text in which signs of its kind are searched. JSON is searched to
/// its end. Lines of `mlnx_qos` and `dcb` are also searched in the whole text.
const START: usize = 4_096;

/// Reason for the refusal of a file that is no JSON. The reason names the kind that the text seems to have,
/// and the input to give instead. `error` is the fault that the JSON parser found.
pub(crate) fn refusal(file: &File, error: &serde_json::Error) -> String {
    kind(file).map_or_else(|| fault(error), str::to_owned)
}

/// Reason for the refusal of a text of unknown kind that is no JSON.
pub(crate) fn fault(error: &serde_json::Error) -> String {
    let (line, column, error) = (error.line(), error.column(), error.to_string());
    if error.starts_with("number out of range") {
        return format!(
            "line {line}, column {column}: a number must be from -1.7e308 to 1.7e308; give one in the range of the field"
        );
    }
    if error.starts_with("trailing characters") {
        format!("text follows the JSON: delete it ({error})")
    } else {
        format!("this is not JSON: {error}; give config_db.json, or output of show runningconfiguration all")
    }
}

/// Contents of a file that is not UTF-8 text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotText {
    /// Text in UTF-16.
    Utf16,
    /// Bytes that are not text, such as a picture or a capture.
    Binary,
}

impl NotText {
    /// Kind of contents that are not text; `None` if the first 4096 characters seem to be text. `decoded`
    /// is the contents of a file, decoded from UTF-8 with replacement of malformed bytes.
    #[must_use]
    pub fn of(decoded: &str) -> Option<Self> {
        let end = decoded.char_indices().nth(START).map_or(decoded.len(), |(at, _)| at);
        let text = decoded[..end].trim_start();
        if is_utf_16(text) {
            return Some(Self::Utf16);
        }
        is_binary(text).then_some(Self::Binary)
    }

    /// Reason for the refusal of the file as an input of an import, and a remedy.
    pub(crate) const fn reason(self) -> &'static str {
        match self {
            Self::Utf16 => "this seems to be UTF-16; save the file as UTF-8",
            Self::Binary => {
                "this is a binary file; give a configuration, output of a command, or a document as text"
            }
        }
    }
}

/// Whether `text`, read as UTF-8, was UTF-16: every second of its first 16 characters is a zero byte. The
/// byte order mark is not counted, because its two bytes are not UTF-8.
fn is_utf_16(text: &str) -> bool {
    let text = text.strip_prefix("\u{fffd}\u{fffd}").unwrap_or(text);
    let zeros: Vec<bool> = text.chars().take(16).map(|next| next == '\0').collect();
    let in_turn = |first: usize| zeros.len() > first && zeros[first..].iter().step_by(2).all(|zero| *zero);
    // Zero bytes at both odd and even places are binary data, not UTF-16.
    in_turn(0) != in_turn(1)
}

/// Whether `text` is binary: it begins with a byte that is not UTF-8, or has a forbidden control character.
/// Permitted are tabs, line ends, page breaks, and the escape, bell and backspace characters of a recorded
/// terminal.
fn is_binary(text: &str) -> bool {
    let is_in_text =
        |next: char| !next.is_control() || next.is_whitespace() || "\u{1b}\u{7}\u{8}".contains(next);
    text.starts_with('\u{fffd}') || !text.chars().all(is_in_text)
}

/// Description of the kind of a text, and of the input to give instead. `None` if the text has no sign of a
/// known kind. The description of a text of white space alone says that the file is empty.
///
/// The search has this order: UTF-16, other binary files, JSON, an empty text, XML, output of a NIC, output
/// of `show buffer information`, output of `show lldp table`, a prompt, `pg_profile_lookup.ini`, other
/// `.ini` files, commands of a switch.
pub(crate) fn kind(file: &File) -> Option<&'static str> {
    let content = file.content();
    let end = content.char_indices().nth(START).map_or(content.len(), |(at, _)| at);
    let text = content[..end].trim_start();
    if let Some(not_text) = NotText::of(content) {
        return Some(not_text.reason());
    }
    if file.is_json() {
        return of_json(content);
    }
    let Some(first) = text.lines().next() else {
        return Some("the file is empty; give config_db.json, or output of show runningconfiguration all");
    };
    let words: Vec<&str> = first.split_whitespace().collect();
    let begins = |names: &[&str]| text.lines().any(|line| names.iter().any(|name| line.starts_with(name)));
    if text.starts_with('<') {
        return Some(
            "this seems to be XML, such as minigraph.xml; give the output of sonic-cfggen -m minigraph.xml --print-data",
        );
    }
    if nic::is_output(file) {
        return Some("this seems to be output of mlnx_qos or dcb; give it as --nic, beside a configuration");
    }
    if begins(&["Pool:", "Profile:"]) {
        return Some(
            "this seems to be output of show buffer information; give it to `fabric import sonic` as --buffers, beside a \
             configuration",
        );
    }
    if text.lines().any(|line| line.contains("LocalPort") && line.contains("RemoteDevice")) {
        return Some(
            "this seems to be output of show lldp table; give it to `fabric import sonic` as --lldp, beside a configuration",
        );
    }
    if is_prompt(first) {
        return Some(
            "a prompt or a command stands before the JSON; give only the lines from its first { to its last }",
        );
    }
    let is_length = |word: &&str| word.strip_suffix('m').is_some_and(|metres| metres.parse::<u64>().is_ok());
    let has_rows = text.lines().filter(|line| !line.trim_start().starts_with('#')).any(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        words.len() >= 5 && words[0].parse::<u64>().is_ok() && is_length(&words[1])
    });
    if has_rows {
        return Some(
            "this seems to be pg_profile_lookup.ini; give it beside a configuration, from its first row on",
        );
    }
    let is_section = first.starts_with('[') && first.trim_end().ends_with(']') && !first.contains([',', '"']);
    if is_section && words.len() == 1 && first.chars().any(char::is_alphabetic) {
        return Some(
            "this seems to be an .ini file; give config_db.json, or output of show runningconfiguration all",
        );
    }
    if first.starts_with('!') || begins(&["interface ", "hostname ", "priority-flow-control"]) {
        return Some(
            "this seems to be the configuration of a switch in commands; only that of SONiC is read: give config_db.json, or \
             output of show runningconfiguration all",
        );
    }
    None
}

/// Description of JSON that the command line reads only through an option, such as `--lldp`; `None` for other
/// JSON.
fn of_json(text: &str) -> Option<&'static str> {
    if text.contains("\"lldp\"") && text.contains("\"interface\"") {
        return Some(
            "this seems to be output of lldpctl -f json; give it to `fabric import sonic` as --lldp, beside a configuration",
        );
    }
    let has_key = |tables: &[&str]| tables.iter().any(|table| text.contains(&format!("\"{table}_TABLE:")));
    if has_key(&["BUFFER_POOL", "BUFFER_PROFILE", "BUFFER_PG", "BUFFER_QUEUE"]) {
        return Some(
            "this seems to be a dump of APPL_DB; give it to `fabric import sonic` as --buffers, beside a configuration",
        );
    }
    has_key(&["LLDP_ENTRY"]).then_some(
        "this seems to be a dump of APPL_DB; give it to `fabric import sonic` as --lldp, beside a configuration",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    fn described(text: &str) -> String {
        let file = File::new("a", text);
        refusal(&file, &json::parse(&file).unwrap_err())
    }

    #[test]
    fn json_of_an_option_of_the_command_line_is_named_with_that_option() {
        for (text, option) in [
            (r#"{"lldp": {"interface": [{"Ethernet0": {}}]}}"#, Some("as --lldp")),
            (r#"{"LLDP_ENTRY_TABLE:Ethernet0": {}}"#, Some("as --lldp")),
            (r#"{"PORT_TABLE:Ethernet0": {}, "BUFFER_PG_TABLE:Ethernet0:3": {}}"#, Some("as --buffers")),
            (r#"{"PORT": {"Ethernet0": {}}}"#, None),
        ] {
            let kind = kind(&File::new("a", text));
            assert_eq!(kind.is_some(), option.is_some(), "{text}");
            assert!(kind.is_none_or(|kind| option.is_some_and(|option| kind.contains(option))), "{kind:?}");
        }
    }

    #[test]
    fn each_unsupported_kind_is_refused_with_an_alternative() {
        let utf_16: Vec<u8> = "\u{feff}{}".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for (text, part) in [
            ("", "is empty"),
            ("<DeviceMiniGraph xmlns=\"x\">", "sonic-cfggen -m"),
            ("admin@leaf1:~$ show pfc counters\n  Port Rx    PFC0\n", "from its first { to its last }"),
            ("show runningconfiguration all\nPermission denied\n{}\n", "from its first { to its last }"),
            ("{}\nRecorded by hand\n", "text follows the JSON"),
            ("# speed cable size xon xoff threshold\n100000 5m 1248 2288 53248 0\n", "from its first row on"),
            ("Pool: egress\n----\ntype egress\n", "as --buffers"),
            ("LocalPort    RemoteDevice    RemotePortID\n", "as --lldp"),
            ("Priority trust state: dscp\nPFC configuration:\n", "as --nic"),
            ("!\nhostname x\n", "in commands"),
            ("interface Ethernet 1/1\n mtu 9000\n", "in commands"),
            ("[defaults]\na = b\n", ".ini file"),
            ("{\"PORT\": ", "this is not JSON: EOF"),
            ("[1, 2", "this is not JSON"),
            ("{\"a\": 1e400}", "line 1, column 11: a number must be from -1.7e308"),
            (&String::from_utf8_lossy(&utf_16), "as UTF-8"),
            (&String::from_utf8_lossy(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), "binary file"),
            (&String::from_utf8_lossy(b"\xd4\xc3\xb2\xa1\x02\0\x04\0\0\0\0\0"), "binary file"),
            ("PK\u{3}\u{4}\u{14}\0\0\0", "binary file"),
            ("\0\0\0\0", "binary file"),
        ] {
            assert!(described(text).contains(part), "{text}: {}", described(text));
        }
    }
}
