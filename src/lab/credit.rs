//! Credits in words.

use fabric_sim::engine::What;
use fabric_sim::ids::PortId;
use fabric_sim::spec::Spec;

/// What happened to the credits of a port called `here`, whose link leads to
/// `there`; nothing if it was something else.
pub fn plain(what: &What, here: &str, there: &str) -> Option<String> {
    match what {
        What::Starved(n) => {
            Some(format!("{here} has no credits of {there} for its next frame of priority {n}: it waits."))
        }
        What::Credited(n) => Some(format!("{here} has credits of {there} again: priority {n} goes on.")),
        What::CreditLost(n) => {
            Some(format!("A credit update of priority {n} from {there} does not come in at {here}."))
        }
        _ => None,
    }
}

/// That credit updates will not come in at `port`.
pub fn lost(spec: &Spec, port: PortId) -> String {
    let [here, there] = [port, spec.ports[port.index()].peer].map(|end| spec.owner(end).name.as_str());
    format!("Credit updates from {there} are lost as they come in at {here}.")
}
