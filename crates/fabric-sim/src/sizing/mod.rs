//! Sizes of buffers: the frames that can cross a port, and the headroom that the lossless groups of the port
//! need. Results depend only on a specification, its routes and its flows. Start with [`FrameSizes`].

mod bound;
mod crossing;
mod egress_trigger;
mod frames;
mod used_ports;
mod vendor;

pub use bound::{Bound, Cable, bound, charge, response_quanta};
pub(crate) use crossing::{Crossing, Crossings, FramePath, charged_class};
pub use egress_trigger::{further_outputs, further_outputs_bytes};
pub use frames::{FrameSizes, bound_of};
pub use used_ports::{PortUse, SwitchPorts, UsedPorts};
pub use vendor::{MAC_PHY, PLATFORMS, Platform, Vendor, VendorTerms, vendor};
