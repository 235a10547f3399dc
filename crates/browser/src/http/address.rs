//! The address of an endpoint: validation, and whether it is local.

use ricordo_core::error::{ModelError, ModelErrorKind};
pub(super) use ricordo_core::provider::is_loopback;
use std::net::IpAddr;
use web_sys::Url;

/// A valid endpoint address.
#[derive(Clone, Debug)]
pub(super) struct Address {
    /// URL of the request.
    pub(super) url: String,
    /// Scheme, host and port.
    pub(super) origin: String,
    /// Whether it is `https`.
    pub(super) is_secure: bool,
    /// Host, without port and brackets.
    pub(super) host: String,
}

/// The address that the user typed, without surrounding spaces and trailing slashes.
pub(super) fn base_of(base_url: &str) -> &str {
    base_url.trim().trim_end_matches('/')
}

/// Checks the address that the user typed and appends a path to it, which may have a query.
///
/// # Errors
/// [`ModelErrorKind::InvalidAddress`] if it is not an absolute `http` or `https` address, or if it contains a user name
/// and password, which no browser sends a request to.
pub(super) fn check(base_url: &str, path: &str) -> Result<Address, ModelError> {
    let base = base_of(base_url);
    let invalid = || ModelError::new(ModelErrorKind::InvalidAddress, base);
    // Browsers also parse `http:v1` as a URL, which is never intended.
    let scheme = base.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
    if !scheme.is_some_and(|scheme| matches!(scheme.as_str(), "http" | "https")) {
        return Err(invalid());
    }
    let url = Url::new(base).map_err(|_| invalid())?;
    if !url.username().is_empty() || !url.password().is_empty() {
        return Err(invalid());
    }
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    // Append to the typed path, before the query, which some gateways require.
    url.set_pathname(&format!("{}/{path}", url.pathname().trim_end_matches('/')));
    if !query.is_empty() {
        let typed = url.search();
        url.set_search(&if typed.is_empty() { query.to_owned() } else { format!("{typed}&{query}") });
    }
    url.set_hash("");
    Ok(Address {
        url: url.href(),
        origin: url.origin(),
        is_secure: url.protocol() == "https:",
        host: url.hostname().trim_matches(['[', ']']).to_owned(),
    })
}

/// Whether a host is this machine or in the local network, judging by its name or IP address alone.
pub(super) fn is_local(host: &str) -> bool {
    let is_name = host.parse::<IpAddr>().is_err();
    let has_local_name =
        is_name && (!host.contains('.') || [".lan", ".home.arpa", ".internal"].iter().any(|end| host.ends_with(end)));
    is_loopback(host) || is_private(host) || has_local_name
}

/// Whether a host is in the local network for every browser: a private IP address, or a name that ends with `.local`.
pub(super) fn is_private(host: &str) -> bool {
    match host.parse() {
        Ok(IpAddr::V4(ip)) => ip.is_private() || ip.is_link_local(),
        Ok(IpAddr::V6(ip)) => ip.is_unique_local() || ip.is_unicast_link_local(),
        Err(_) => host.ends_with(".local"),
    }
}

#[cfg(test)]
mod tests {
    use super::{is_local, is_private};

    #[test]
    fn knows_the_network_near_by() {
        for host in ["192.168.1.2", "10.0.0.1", "172.16.0.1", "169.254.1.1", "fd00::1", "fe80::1", "nas", "nas.local"] {
            assert!(is_local(host), "{host}");
        }
        for host in ["example.org", "8.8.8.8", "2001:4860:4860::8888", "local.example.org"] {
            assert!(!is_local(host) && !is_private(host), "{host}");
        }
    }

    #[test]
    fn knows_which_hosts_every_browser_takes_for_near_by() {
        for host in ["192.168.1.2", "10.0.0.1", "172.16.0.1", "169.254.1.1", "fd00::1", "fe80::1", "nas.local"] {
            assert!(is_private(host), "{host}");
        }
        for host in ["nas", "nas.lan", "localhost", "127.0.0.1", "::1"] {
            assert!(is_local(host) && !is_private(host), "{host}");
        }
    }
}
