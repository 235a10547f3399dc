//! Texts of connecting a model: the welcome page, the connect dialog, and the connection itself.

use crate::address::Trouble;

include!(concat!(env!("OUT_DIR"), "/texts/connect.rs"));

/// Explains what is wrong with an address.
pub fn explain_trouble(trouble: Trouble) -> &'static str {
    match trouble {
        Trouble::Missing => connect().address_missing,
        Trouble::Scheme => connect().address_scheme,
        Trouble::NoAddress => connect().address_wrong,
    }
}
