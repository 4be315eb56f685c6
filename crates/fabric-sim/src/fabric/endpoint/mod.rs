//! Hosts: what sends and receives.
