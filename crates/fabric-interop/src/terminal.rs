//! Recordings of a terminal: lines with a prompt or a command, before and after the output of the command.
//! Start with [`json`].
//!
//! Rule: lines with a prompt or a command are skipped if they stand before or after JSON.
//! Fallback: text with other lines around the JSON stays as it is.
//! Left out: the output of several commands in one text.

/// Beginnings of the commands whose output an import reads.
const COMMANDS: [&str; 9] =
    ["cat ", "dcb ", "lldpctl ", "mlnx_qos ", "nv show ", "redis-dump ", "show ", "sonic-cfggen ", "sudo "];

/// JSON in `text`, without the lines before and after it that have a prompt or a command. The whole text if
/// it has no such lines, or if the rest is not JSON.
pub(crate) fn json(text: &str) -> &str {
    let mut output = text;
    while !begins_json(output) {
        let Some((line, rest)) = output.split_once('\n') else { return text };
        if !line.trim().is_empty() && !is_prompt(line) {
            return text;
        }
        output = rest;
    }
    loop {
        let before = output.trim_end();
        match before.rsplit_once('\n') {
            Some((rest, line)) if !line.ends_with(['}', ']']) && is_prompt(line) => output = rest,
            _ => return output,
        }
    }
}

/// Whether a text begins like an object or a list in JSON. False for a `[` before a word such as `true`, so
/// also for a shell prompt such as `[root@host ~]#`.
pub(crate) fn begins_json(text: &str) -> bool {
    let Some(rest) = text.trim_start().strip_prefix(['{', '[']) else { return false };
    let next = rest.trim_start().chars().next();
    next.is_none_or(|c| c.is_ascii_digit() || matches!(c, '{' | '}' | '[' | ']' | '"' | '-'))
}

/// Whether a line has a shell prompt, such as `admin@leaf1:~$`, or begins with a command of [`COMMANDS`].
pub(crate) fn is_prompt(line: &str) -> bool {
    let line = line.trim();
    let is_command = COMMANDS.iter().any(|command| line.starts_with(command));
    let has_sign =
        ["$ ", "# ", "> "].iter().any(|sign| line.contains(sign)) || line.ends_with(['$', '#', '>']);
    is_command || line.contains('@') && has_sign && !line.starts_with('#')
}

/// Host name in the first prompt of a text, such as `leaf1` in `admin@leaf1:~$`; `None` without a prompt.
pub(crate) fn host(text: &str) -> Option<&str> {
    let line = text.lines().find(|line| line.contains('@') && is_prompt(line))?;
    let (_, rest) = line.split_once('@')?;
    let is_of_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    let end = rest.find(|c: char| !is_of_name(c)).unwrap_or(rest.len());
    Some(&rest[..end]).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prompt_names_its_host() {
        for (text, expected) in [
            ("admin@leaf-1.dc:~$ show buffer information\n", Some("leaf-1.dc")),
            ("Pool: x\n[root@leaf2 ~]# \n", Some("leaf2")),
            ("show buffer information\n", None),
            ("mail a@b\n", None),
        ] {
            assert_eq!(host(text), expected, "{text}");
        }
    }

    #[test]
    fn json_has_no_prompt_or_command_around_it() {
        for (text, expected) in [
            ("{\"a\": 1}\n", "{\"a\": 1}\n"),
            ("admin@leaf1:~$ show runningconfiguration all\n{}\n", "{}"),
            ("sudo sonic-cfggen -d --print-data\r\n\r\n{}\r\nadmin@leaf1:~$ \r\n", "{}"),
            ("[root@leaf1 ~]# cat a.json\n[{}]\n[root@leaf1 ~]# exit\nroot@x:~#\n", "[{}]"),
            // A text like a prompt inside a JSON value is not a prompt.
            ("{\"a\": \"x@y$ \"}", "{\"a\": \"x@y$ \"}"),
            ("{\"a\": 1,\n \"b\": \"x@y$ \"}", "{\"a\": 1,\n \"b\": \"x@y$ \"}"),
            // Text with other lines around the JSON, and text without JSON, stay unchanged.
            ("Welcome\n{}\n", "Welcome\n{}\n"),
            ("{}\nWelcome\n", "{}\nWelcome\n"),
            ("admin@leaf1:~$ show pfc counters\n Port Rx\n", "admin@leaf1:~$ show pfc counters\n Port Rx\n"),
            ("", ""),
        ] {
            assert_eq!(json(text).trim(), expected.trim(), "{text}");
        }
    }
}
