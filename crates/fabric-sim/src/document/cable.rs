//! Reads and changes the cable at a port: its rate and length. Start with [`Document::with_cable`].
//!
//! Ports of a node are numbered from 0 in the order in which the document lists its links. Lengths and delays
//! are converted at 5 ns per metre.

use super::params::{Address, Key, UNSET};
use super::{Document, Link, Problem};
use crate::units::{Length, Rate, Time};

impl Link {
    /// Propagation delay of the cable, without PHY and FEC. If the link gives neither `delay` nor `length`,
    /// this is the delay of [`Link::LENGTH`].
    #[must_use]
    pub fn propagation(&self) -> Time {
        self.delay.unwrap_or_else(|| self.length.unwrap_or(Self::LENGTH).delay())
    }

    /// Sets the length of the cable. Does nothing if the link already has the delay of this length, so that a
    /// given `delay` stays.
    fn set_length(&mut self, length: Length) {
        if self.propagation() != length.delay() {
            (self.length, self.delay) = (Some(length), None);
        }
    }
}

impl Document {
    /// Copy of the document with another rate and length of the link at port `number` of `node`. `rate` and
    /// `length` are texts such as `100G` and `300m`. A builder is expanded to lists first, because all links
    /// of its tier have the same cable. If the parameter `cable` gives the length of all cables, this
    /// parameter is removed, and every other link gets that length as its own. If `length` equals the
    /// parameter, only the rate changes.
    ///
    /// # Errors
    /// If there is no such link, if `rate` or `length` cannot be read, or if the builder cannot be expanded.
    /// A rate of 0 or above 10 Tb/s, and a length above 1000 km, cannot be read. A rate below 1 Mb/s is
    /// refused only when the result is compiled.
    pub fn with_cable(&self, node: &str, number: u32, rate: &str, length: &str) -> Result<Self, Problem> {
        let mut document = self.expanded()?.into_owned();
        let n = document.link_at(node, number);
        let n = n.ok_or_else(|| Problem::new("links", format!("there is no link at {node}.{number}")))?;
        let wrong = |field: &str, text: &str, range: &str| {
            Problem::range(format!("links[{n}].{field}"), format_args!("\"{text}\""), range)
        };
        let rate: Rate =
            rate.trim().parse().map_err(|_| wrong("rate", rate, "a rate such as 100G, from 1M to 10T"))?;
        let length: Length = length
            .trim()
            .parse()
            .map_err(|_| wrong("length", length, "a length with its unit, such as 300m, at most 1000km"))?;
        let everywhere = Address::everywhere(Key::Cable);
        document.links[n].rate = rate;
        let common = document.common_length();
        if common == Some(length) {
            return Ok(document);
        }
        if let Some(common) = common {
            document.links.iter_mut().for_each(|link| link.set_length(common));
            document.clear_parameter(&everywhere);
        }
        document.links[n].set_length(length);
        Ok(document)
    }

    /// Length that the parameter `cable` gives to all cables; `None` if each link has its own length.
    fn common_length(&self) -> Option<Length> {
        let value = self.parameter(&Address::everywhere(Key::Cable)).value;
        (value != UNSET).then(|| Length::from_mm(value))
    }

    /// Length of the cable at port `number` of `node`; the parameter `cable` overrides the length that the
    /// link gives. A delay is converted at 5 ns per metre, rounded down to millimetres; PHY and FEC do not
    /// count. `None` if there is no such link. A builder must be expanded first.
    #[must_use]
    pub fn cable_length(&self, node: &str, number: u32) -> Option<Length> {
        let link = &self.links[self.link_at(node, number)?];
        let own = || Length::from_mm(link.propagation().ps() / Length::from_mm(1).delay().ps());
        Some(self.common_length().unwrap_or_else(own))
    }

    /// Index in `links` of the link at port `number` of `node`; `None` if there is no such link. Ports of a
    /// node are numbered from 0 in the order of its links.
    fn link_at(&self, node: &str, number: u32) -> Option<usize> {
        let all = self.links.iter().enumerate();
        let mut at_node = all.filter(|(_, link)| link.a == node || link.b == node).map(|(n, _)| n);
        at_node.nth(usize::try_from(number).ok()?)
    }
}
