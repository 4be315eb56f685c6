//! Configurations of ports. Equal configurations are stored once and shared. Start with [`Configs::add`].

use crate::fabric::classify::Classifier;
use crate::fabric::egress::SchedulerConfig;
use crate::fabric::pfc::{PfcReceiverConfig, PfcSenderConfig};
use crate::ids::PrioritySet;
use crate::spec::{PortConfig, Setting};

use super::plan::PortConstants;

/// Configurations of all ports of a fabric. Most ports share one configuration, so the configurations that
/// every frame needs stay in the cache.
#[derive(Clone, Debug, Default)]
pub(super) struct Configs {
    /// Scheduler configurations, each stored once. [`ConfigIds`] has one index into each of the four lists:
    /// schedulers, senders, receivers and classifiers.
    schedulers: Vec<SchedulerConfig>,
    senders: Vec<PfcSenderConfig>,
    receivers: Vec<PfcReceiverConfig>,
    classifiers: Vec<Classifier>,
}

/// Indices of the configurations of one port in [`Configs`].
#[derive(Clone, Copy, Debug)]
pub(super) struct ConfigIds {
    scheduler: u16,
    sender: u16,
    receiver: u16,
    classifier: u16,
}

impl Configs {
    /// Adds the configurations of a port and returns their indices. `longest` is the longest frame of the
    /// fabric in bytes. Configurations that are no longer used are kept.
    pub fn add(&mut self, config: &PortConfig, longest: u16) -> ConfigIds {
        let classes = config.priorities.map(|priority| priority.class);
        let scheduler = SchedulerConfig::new(&classes, config.ets, longest, config.overhead);
        ConfigIds {
            scheduler: shared(&mut self.schedulers, scheduler),
            sender: shared(&mut self.senders, config.sender),
            receiver: shared(&mut self.receivers, config.receiver),
            classifier: shared(&mut self.classifiers, Classifier::new(&config.classifier)),
        }
    }

    /// Changes PFC or the traffic class of the priorities in `mask`, or the pause time of all priorities of a
    /// port. Other settings change nothing. Updates `ids` to the changed configurations; `spec` is the
    /// configuration of the port in the document.
    pub fn change(&mut self, ids: &mut ConfigIds, spec: &PortConfig, mask: PrioritySet, setting: Setting) {
        let switched = |enabled: PrioritySet, on: bool| if on { enabled | mask } else { enabled & !mask };
        match setting {
            Setting::PfcTx(on) => {
                let mut sender = self.senders[usize::from(ids.sender)];
                sender.enabled = switched(sender.enabled, on);
                ids.sender = shared(&mut self.senders, sender);
            }
            Setting::PauseTime(quanta, refresh) => {
                let sender = PfcSenderConfig { quanta, refresh, ..self.senders[usize::from(ids.sender)] };
                ids.sender = shared(&mut self.senders, sender);
            }
            Setting::PfcRx(on) => {
                let mut receiver = self.receivers[usize::from(ids.receiver)];
                receiver.enabled = switched(receiver.enabled, on);
                ids.receiver = shared(&mut self.receivers, receiver);
            }
            Setting::Class(class) => {
                let before = self.schedulers[usize::from(ids.scheduler)];
                let scheduler = before.with_class(mask, class, spec.ets);
                ids.scheduler = shared(&mut self.schedulers, scheduler);
            }
            _ => {}
        }
    }

    #[inline]
    pub fn scheduler(&self, plan: &PortConstants) -> &SchedulerConfig {
        &self.schedulers[usize::from(plan.configs.scheduler)]
    }

    #[inline]
    pub fn sender(&self, plan: &PortConstants) -> &PfcSenderConfig {
        &self.senders[usize::from(plan.configs.sender)]
    }

    #[inline]
    pub fn receiver(&self, plan: &PortConstants) -> &PfcReceiverConfig {
        &self.receivers[usize::from(plan.configs.receiver)]
    }

    #[inline]
    pub fn classifier(&self, plan: &PortConstants) -> &Classifier {
        &self.classifiers[usize::from(plan.configs.classifier)]
    }
}

/// Maximum number of stored configurations that are compared with a new configuration. A small number avoids
/// a long search in a fabric in which all ports differ.
const COMPARED: usize = 16;

/// Returns the index of `config` in `table`. Adds `config` to the table, unless one of the last [`COMPARED`]
/// configurations is equal.
fn shared<T: PartialEq>(table: &mut Vec<T>, config: T) -> u16 {
    let known = table.iter().enumerate().rev().take(COMPARED).find(|(_, known)| **known == config);
    let number = if let Some((n, _)) = known {
        n
    } else {
        table.push(config);
        table.len() - 1
    };
    u16::try_from(number).expect("documents are limited to 2^15 ports")
}
