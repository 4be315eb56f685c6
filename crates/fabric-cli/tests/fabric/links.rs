//! Tests of links: links and saved files as sources, and links that `fabric link` prints.

use super::{fabric, json, refused, stdout_of, text};

#[test]
fn the_same_document_by_name_by_link_and_by_file_gives_the_same_hash() {
    let by_name =
        stdout_of(&["hash", "preset:pause", "--until", "20us", "--set", "xoff=20k", "--set", "seed=7"]);
    let by_link = stdout_of(&["hash", "https://example.org/#/preset/pause?xoff=20k&seed=7&t=20us"]);
    let file = std::env::temp_dir().join(format!("fabric-cli-test-{}.json", std::process::id()));
    let document =
        stdout_of(&["presets", "pause"]).replace("\"12k\"", "\"20k\"").replacen('{', "{\"seed\": 7,", 1);
    std::fs::write(&file, document).unwrap();
    let by_file = stdout_of(&["hash", file.to_str().unwrap(), "--until", "20us"]);
    std::fs::remove_file(&file).unwrap();
    assert_eq!(by_name, by_link);
    assert_eq!(by_name, by_file);
    assert_eq!(by_name.trim().len(), 16);
    let other = stdout_of(&["hash", "preset:pause", "--until", "20us", "--set", "seed=7"]);
    assert_ne!(by_name, other);
}

#[test]
fn a_link_leads_to_its_event_and_another_state_warns() {
    let link = stdout_of(&["link", "preset:pause", "--set", "xoff=20k", "--at", "12us"]);
    assert!(link.contains("xoff=20k") && link.contains("t=12us&hash="), "{link}");
    assert_eq!(stdout_of(&["link", link.trim()]), link, "the link of a link is itself");
    let near = stdout_of(&["link", link.trim(), "--zoom", "11us..12.5us"]);
    assert!(near.contains("&zoom=11us..12.5us&t=12us&"), "{near}");
    assert_eq!(stdout_of(&["link", near.trim()]), near);
    // Several events have this time.
    let at = |moment: &str| json(&["run", &format!("#/preset/deadlock-ring?t={moment}"), "--json"]);
    let events = |moment: &str| at(moment)["events"].as_u64().unwrap();
    assert_eq!(events("30us+2"), events("30us+1") + 1);
    assert!(events("30us+2") < events("30us"));
    let far = fabric(&["run", "#/preset/deadlock-ring?t=30us+99999", "--json"]);
    assert_eq!(text(&far.stderr), "fabric: 30us has 12 events: this is behind the last\n");
    let far: serde_json::Value = serde_json::from_slice(&far.stdout).unwrap();
    assert_eq!(far["events"], events("30us"));
    assert_eq!(at("30us+1")["time_ps"], at("30us")["time_ps"]);
    let exact = stdout_of(&["link", "preset:deadlock-ring", "--at", "30us+2"]);
    assert_eq!(stdout_of(&["hash", exact.trim()]).trim(), at("30us+2")["hash"]);
    // If the hash of a share link belongs to another state, the command prints a warning and still runs.
    let other = link.trim().split_once("hash=").unwrap().0.to_owned() + "hash=000000";
    for command in ["run", "hash", "link"] {
        let output = fabric(&[command, &other]);
        let words = text(&output.stderr);
        assert!(
            output.status.success() && words.contains("another version of the simulator"),
            "{command}: {words}"
        );
    }
    assert_eq!(text(&fabric(&["hash", &other, "--set", "seed=3"]).stderr), "", "another run is another");
    assert_eq!(text(&fabric(&["hash", &other, "--until", "3us"]).stderr), "", "so is another moment");
}

#[test]
fn a_truncated_or_far_link_warns_and_a_bare_address_is_the_first_preset() {
    let link = stdout_of(&["link", "preset:incast", "--set", "seed=37"]);
    let cut = &link[..=link.find("37").unwrap()];
    assert!(text(&fabric(&["presets", "incast"]).stderr).is_empty());
    let output = fabric(&["hash", cut, "--until", "1us"]);
    let words = text(&output.stderr);
    assert!(words.contains("does not end as links do: it was cut off"), "{words}");
    let output = fabric(&["hash", "#/preset/incast?v=000000", "--until", "1us"]);
    let words = text(&output.stderr);
    assert!(words.contains("another version of this preset"), "{words}");
    for source in ["#", "https://example.org/lab/"] {
        assert_eq!(stdout_of(&["hash", source]), stdout_of(&["hash", "preset:pause"]), "{source}");
    }
    // A run of an hour has about 10¹² events.
    let far = "#/preset/ets?t=3600s";
    let sweep = ["sweep", far, "--vary", "seed=1,2", "--measure", "pauses", "--events", "50000"];
    for command in [&["hash", far, "--events", "50000"][..], &["run", far, "--events", "50000"], &sweep] {
        let output = fabric(command);
        let words = text(&output.stderr);
        assert!(!output.status.success() && words.contains("50000 events"), "{command:?}: {words}");
    }
    // The link may also name time 0.
    let start = stdout_of(&["link", "preset:incast", "--at", "0ps"]);
    assert!(text(&fabric(&["hash", start.trim()]).stderr).is_empty());
}

#[test]
fn a_file_that_was_saved_carries_its_moment() {
    let link = stdout_of(&["link", "preset:deadlock-ring", "--at", "30us+2"]);
    let file = std::env::temp_dir().join(format!("fabric-cli-moment-{}.json", std::process::id()));
    std::fs::write(&file, stdout_of(&["link", link.trim(), "--json"])).unwrap();
    let path = file.to_str().unwrap();
    assert_eq!(stdout_of(&["hash", path]), stdout_of(&["hash", link.trim()]));
    assert_eq!(stdout_of(&["link", path]), link);
    let document = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, document.replace("30us+2", "12 o'clock")).unwrap();
    let reported = refused(&["hash", path], "");
    std::fs::remove_file(&file).unwrap();
    assert!(reported.contains("view.moment.t: is \"12 o'clock\", but must be a time"), "{reported}");
}

#[test]
fn a_link_to_a_missing_event_is_refused() {
    let made = fabric(&["link", "preset:pause", "--at", "12us+7"]);
    assert!(made.status.success());
    assert_eq!(text(&made.stderr), "fabric: 12us has 0 events: this is behind the last\n");
    assert_eq!(text(&made.stdout), stdout_of(&["link", "preset:pause", "--at", "12us"]));
}
