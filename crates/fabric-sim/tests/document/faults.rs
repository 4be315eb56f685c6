use super::refusals::each_names_a_remedy;
use super::{good, with};

#[test]
fn an_action_on_a_missing_link_or_without_effect_is_refused_with_its_name() {
    let acts = |actions: &str| with(&format!(r#", "actions": [{actions}]"#));
    let one = |action: &str| acts(&format!(r#"{{"at": "1us", {action}}}"#));
    each_names_a_remedy([
        (one(r#""arm": "s1.0""#), "actions[0].arm: s1.0 has no watchdog"),
        (one(r#""link_down": "s9.0""#), "actions[0].link_down: there is no host or switch called \"s9\""),
        (
            one(r#""link_down": "s1""#),
            "actions[0].link_down: a port of s1 is named with its number, such as s1.0",
        ),
        (
            one(r#""link_down": "s1.2""#),
            "actions[0].link_down: there is no port s1.2: s1 has 2 ports, numbered from 0",
        ),
        (one(r#""link_down": "s1.-1""#), "actions[0].link_down: there is no port s1.-1"),
        (one(r#""link_down": 3"#), "actions[0].link_down: is 3, but must be text"),
        (one(r#""link_up": "h1""#), "actions[0].link_up: the link of h1 is up"),
        // An action may name a link by either end. Actions count in order of time, not in the order of the
        // document.
        (
            acts(r#"{"at": "3us", "link_down": "h1"}, {"at": "2us", "link_down": "s1.0"}"#),
            "actions[0].link_down: the link of h1 is down already",
        ),
        (
            acts(r#"{"at": "3us", "link_up": "h1.0"}, {"at": "4us", "link_down": "h1"}"#),
            "actions[0].link_up: the link of h1.0 is up",
        ),
        (
            with(r#", "params": {"reroute_delay": "11s"}"#),
            "reroute_delay: is \"11s\", but must be a time from 0s to 10s",
        ),
    ]);
}

#[test]
fn an_invalid_fault_is_refused_at_its_place() {
    let one = |action: &str| with(&format!(r#", "actions": [{{"at": "1us", {action}}}]"#));
    let two =
        |a: &str, b: &str| with(&format!(r#", "actions": [{{"at": "1us", {a}}}, {{"at": "2us", {b}}}]"#));
    each_names_a_remedy([
        (
            one(r#""lossy": {"link": "h3"}"#),
            "actions[0].lossy.link: there is no host or switch called \"h3\"",
        ),
        (
            one(r#""lossy": {"link": "h1"}"#),
            "actions[0].lossy: a lossy link has at least one of drop_every and corrupt",
        ),
        (
            one(r#""lossy": {"link": "h1", "drop_every": 0}"#),
            "actions[0].lossy.drop_every: is 0, but must be a whole number from 1 to 4294967295",
        ),
        (
            one(r#""lossy": {"link": "h1", "corrupt": "101%"}"#),
            "actions[0].lossy.corrupt: is \"101%\", but must be a probability in steps of 1e-12 such as 1%, 0.01, 1e-3 or 1/256, from 0% to 100%",
        ),
        (one(r#""lossy": {"link": "h1", "corrupt": "-1"}"#), "actions[0].lossy.corrupt: is \"-1\""),
        (one(r#""lossy": {"link": "h1", "ways": "up"}"#), "but must be one of both, out, in"),
        (one(r#""lose_pfc": {"port": "s1.4"}"#), "actions[0].lose_pfc.port: there is no port s1.4"),
        (one(r#""lose_pfc": {"port": "s1.1", "frames": 0}"#), "actions[0].lose_pfc.frames: is 0"),
        (
            one(r#""lose_pfc": {"port": "s1.1", "time": "0s"}"#),
            "actions[0].lose_pfc.time: is 0s, but must be above 0",
        ),
        (one(r#""mend": "h1""#), "actions[0].mend: the link of h1 loses nothing"),
        (
            two(r#""lose_pfc": {"port": "s1.0"}, "mend": "h1""#, r#""mend": "h1""#),
            "actions[0]: an action has exactly one of",
        ),
        (
            one(r#""route": {"switch": "h1", "to": "h2", "port": 0}"#),
            "actions[0].route.switch: \"h1\" is no switch",
        ),
        (
            one(r#""route": {"switch": "s1", "to": "h2", "port": 2}"#),
            "actions[0].route.port: is 2, but must be below 2, the ports of s1",
        ),
        (
            one(r#""route": {"switch": "s1", "to": "h2"}"#),
            "actions[0].route: a route has exactly one of via and port",
        ),
        (
            one(r#""unroute": {"switch": "s1", "to": "h2"}"#),
            "actions[0].unroute: s1 sends frames for h2 by the shortest path already",
        ),
        (
            one(r#""stop_pause_source": "storm""#),
            "actions[0].stop_pause_source: there is no pause source called \"storm\" by then",
        ),
        (
            two(
                r#""stop_pause_source": "storm""#,
                r#""pause_source": {"name": "storm", "node": "s1", "port": 1, "priorities": [3]}"#,
            ),
            "actions[0].stop_pause_source: there is no pause source called",
        ),
    ]);
    let mends = r#", "actions": [
        {"at": "1us", "lossy": {"link": "s1.0", "drop_every": 9}}, {"at": "2us", "mend": "h1"},
        {"at": "3us", "route": {"switch": "s1", "to": "h2", "via": "h1"}},
        {"at": "4us", "unroute": {"switch": "s1", "to": "h2"}},
        {"at": "5us", "pause_source": {"name": "storm", "node": "s1", "port": 1, "priorities": [3]}},
        {"at": "6us", "stop_pause_source": "storm"}]"#;
    assert_eq!(good(mends).actions.len(), 7, "a bad link is two bad cables");
}
