//! Rows of parameter values: one row for each switch, port and priority. In a row, the most specific
//! assignment of each parameter has overridden the others. Start with [`Rows`].
//!
//! A value of [`UNSET`] means that the value is absent; the default of the parameter then applies. A row has
//! only the parameters of its level; reading another parameter is a programming error and panics.

use super::param::{OFF, UNSET};
use super::{Address, Key, ParamLevel, PlaceResolver, table};
use crate::ids::{PortId, Priority, PrioritySet};
use crate::spec::Spec;
use crate::wire::PRIORITIES;

const OF_PRIORITY: usize = table::priority::ROWS.len();
const OF_PORT: usize = table::port::ROWS.len();
const OF_SWITCH: usize = table::switch::ROWS.len();
const OF_FABRIC: usize = table::fabric::ROWS.len()
    + table::rate::ROWS.len()
    + table::reliability::ROWS.len()
    + table::rdma_read::ROWS.len();

/// Values of `N` parameters at one place, in the order of [`Key`]. `FIRST` is the number of the first of
/// these parameters in [`Key`]. [`UNSET`] stands for a parameter without a given value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ParamRow<const FIRST: usize, const N: usize>([u64; N]);

pub(crate) type PriorityRow = ParamRow<0, OF_PRIORITY>;
pub(crate) type PortRow = ParamRow<OF_PRIORITY, OF_PORT>;
pub(crate) type SwitchRow = ParamRow<{ OF_PRIORITY + OF_PORT }, OF_SWITCH>;
pub(crate) type FabricRow = ParamRow<{ OF_PRIORITY + OF_PORT + OF_SWITCH }, OF_FABRIC>;

impl<const FIRST: usize, const N: usize> ParamRow<FIRST, N> {
    pub(crate) const EMPTY: Self = Self([UNSET; N]);

    /// Value that the document or a profile gives to the parameter, or the default of the parameter if there
    /// is no given value.
    pub(crate) fn get(&self, key: Key) -> u64 {
        self.given(key).unwrap_or(key.param().default)
    }

    /// Value that the document or a profile gives to the parameter. `None` if there is no given value.
    pub(crate) fn given(&self, key: Key) -> Option<u64> {
        Some(self.0[key as usize - FIRST]).filter(|value| *value != UNSET)
    }

    pub(crate) fn put(&mut self, key: Key, value: u64) {
        self.0[key as usize - FIRST] = value;
    }
}

impl PriorityRow {
    /// Sets a parameter of the priority. If two parameters exclude each other, such as `xoff` and `alpha`,
    /// the last one that is set applies.
    pub(crate) fn set(&mut self, key: Key, value: u64) {
        self.put(key, value);
        match key {
            Key::Xoff => self.put(Key::Threshold, STATIC),
            Key::Alpha => self.put(Key::Threshold, DYNAMIC),
            Key::EgressAlpha => self.put(Key::EgressLimit, UNSET),
            _ => {}
        }
    }

    /// Switches off PFC for priority `n`. If the priority has no credits, the priority also becomes lossy and
    /// gets a dynamic threshold.
    fn switch_pfc_off(&mut self, n: Priority) {
        let credits = self.get(Key::Credits) != OFF;
        if self.is_lossless(n) && !credits {
            self.put(Key::Threshold, DYNAMIC);
        }
        for key in [Key::PfcTx, Key::PfcRx] {
            self.put(key, 0);
        }
        if !credits {
            self.put(Key::Lossless, 0);
        }
    }

    /// Whether priority `n` is lossless. By default, only priority 3 is.
    pub(crate) fn is_lossless(&self, n: Priority) -> bool {
        self.given(Key::Lossless).map_or(n == Priority::P3, |value| value == 1)
    }
}

impl SwitchRow {
    /// Sets a parameter of the switch. `headroom_ratio` and `headroom_pool` exclude each other: the last one
    /// that is set applies.
    pub(crate) fn set(&mut self, key: Key, value: u64) {
        self.put(key, value);
        match key {
            Key::HeadroomRatio => self.put(Key::HeadroomPool, UNSET),
            Key::HeadroomPool => self.put(Key::HeadroomRatio, UNSET),
            _ => {}
        }
    }
}

/// Stored values of [`Key::Threshold`] for the words `static` and `dynamic`.
pub(crate) const STATIC: u64 = 0;
pub(crate) const DYNAMIC: u64 = 1;

/// Parameter values of all switches, ports and priorities of a fabric.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    /// Model version of the document. Defaults of parameters depend on this version.
    pub(crate) model: u32,
    /// Whether `pfc=off` has switched off PFC for all priorities.
    pub(crate) is_pfc_off: bool,
    /// Parameter values of the switches, indexed by switch.
    pub(crate) switches: Vec<SwitchRow>,
    /// Parameter values of the ports, indexed by port.
    pub(crate) ports: Vec<PortRow>,
    /// Parameter values of the priorities, indexed by port, then by priority.
    pub(crate) priorities: Vec<[PriorityRow; PRIORITIES]>,
}

impl Rows {
    /// Creates the rows of a fabric. No parameter has a given value yet, so all defaults apply.
    pub(crate) fn new(spec: &Spec, model: u32) -> Self {
        Self {
            model,
            is_pfc_off: false,
            switches: vec![ParamRow::EMPTY; spec.switches.len()],
            ports: vec![ParamRow::EMPTY; spec.ports.len()],
            priorities: vec![[ParamRow::EMPTY; PRIORITIES]; spec.ports.len()],
        }
    }

    /// Switches off PFC for all priorities. [`Self::reapply_pfc_off`] switches PFC off again after later
    /// changes of values.
    pub(crate) fn switch_pfc_off(&mut self) {
        self.is_pfc_off = true;
        for port in (0..self.priorities.len()).map(PortId::new) {
            for n in Priority::ALL {
                self.reapply_pfc_off(port, n);
            }
        }
    }

    /// Switches PFC off again for priority `n` of `port`, if `pfc=off` applies. Must be called after each
    /// change of the values of this priority.
    pub(crate) fn reapply_pfc_off(&mut self, port: PortId, n: Priority) {
        if self.is_pfc_off {
            self.priorities[port.index()][n.index()].switch_pfc_off(n);
        }
    }

    /// Sets a parameter at all places to which `address` applies. Does nothing for a parameter of the fabric.
    /// Assignments must come in the order of application: `lossless` first.
    ///
    /// # Errors
    /// Returns a message if the address names an unknown node or port.
    pub(crate) fn apply(
        &mut self,
        places: &PlaceResolver<'_>,
        address: &Address,
        value: u64,
    ) -> Result<(), String> {
        let key = address.key;
        match key.param().level {
            // Parameters of the fabric are read before the topology is known, so they have no row here.
            ParamLevel::Fabric => {}
            ParamLevel::Switch => {
                for switch in places.switches(&address.place)? {
                    self.switches[switch.index()].set(key, value);
                }
            }
            ParamLevel::Port => {
                for port in places.ports(&address.place, key.param().nodes)? {
                    self.ports[port.index()].put(key, value);
                }
            }
            ParamLevel::Priority => {
                for (port, mask) in self.targets(places, address)? {
                    for priority in mask.iter() {
                        self.priorities[port.index()][priority.index()].set(key, value);
                    }
                }
            }
        }
        Ok(())
    }

    /// Ports to which the address of a parameter of priorities applies. Each port has the set of priorities
    /// to which the address applies.
    ///
    /// # Errors
    /// Returns a message if the address names an unknown node or port.
    pub(crate) fn targets(
        &self,
        places: &PlaceResolver<'_>,
        address: &Address,
    ) -> Result<Vec<(PortId, PrioritySet)>, String> {
        let param = address.key.param();
        let ports = places.ports(&address.place, param.nodes)?;
        let mask = |port: PortId| match address.priority {
            Some(priority) => PrioritySet::of(priority),
            None if param.lossless_only => match self.lossless_mask(port) {
                PrioritySet::EMPTY => PrioritySet::ALL,
                lossless => lossless,
            },
            None => PrioritySet::ALL,
        };
        Ok(ports.into_iter().map(|port| (port, mask(port))).collect())
    }

    /// Lossless priorities of `port`.
    pub(crate) fn lossless_mask(&self, port: PortId) -> PrioritySet {
        Priority::ALL
            .into_iter()
            .filter(|n| self.priorities[port.index()][n.index()].is_lossless(*n))
            .collect()
    }
}
