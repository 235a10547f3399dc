//! Sealing and opening with WebCrypto: AES-GCM of 256 bits, a fresh nonce each time, bound to the provider's id so that
//! a sealed key cannot be moved to another provider's address.

use crate::{
    global::{global, property},
    indexed_db::from_thrown,
};
use js_sys::{Array, Promise, Uint8Array};
use ricordo_core::{error::StoreError, id::ProviderId};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AesGcmParams, AesKeyGenParams, Crypto, CryptoKey, SubtleCrypto};

/// A text encrypted with a sealing key.
pub(super) struct Sealed {
    /// The nonce, 12 bytes.
    pub(super) iv: Vec<u8>,
    /// The ciphertext and its authentication tag.
    pub(super) bytes: Vec<u8>,
}

/// WebCrypto; `None` on pages that are neither https nor loopback.
pub(super) fn subtle() -> Option<SubtleCrypto> {
    property(&global("crypto")?, "subtle")
}

/// Generates a non-extractable key.
pub(super) async fn make_key() -> Result<CryptoKey, StoreError> {
    let usages = Array::of2(&"encrypt".into(), &"decrypt".into());
    let made = needed()?.generate_key_with_object(&AesKeyGenParams::new("AES-GCM", 256), false, &usages);
    awaited(made).await.map(CryptoKey::from)
}

/// Encrypts a text for a provider.
pub(super) async fn seal(key: &CryptoKey, provider: ProviderId, text: &str) -> Result<Sealed, StoreError> {
    let mut iv = vec![0; 12];
    let crypto: Crypto = global("crypto").ok_or_else(no_crypto)?;
    crypto.get_random_values_with_u8_array(&mut iv).map_err(|error| from_thrown(&error))?;
    let text = Uint8Array::from(text.as_bytes());
    let sealed = needed()?.encrypt_with_object_and_buffer_source(&parameters(&iv, provider), key, &text);
    let bytes = Uint8Array::new(&awaited(sealed).await?).to_vec();
    Ok(Sealed { iv, bytes })
}

/// Decrypts a text sealed for a provider; `None` if it was sealed with another key or for another provider.
pub(super) async fn open(key: &CryptoKey, provider: ProviderId, sealed: &Sealed) -> Option<String> {
    let bytes = Uint8Array::from(sealed.bytes.as_slice());
    let opened = subtle()?.decrypt_with_object_and_buffer_source(&parameters(&sealed.iv, provider), key, &bytes);
    let opened = awaited(opened).await.ok()?;
    String::from_utf8(Uint8Array::new(&opened).to_vec()).ok()
}

fn parameters(iv: &[u8], provider: ProviderId) -> AesGcmParams {
    let parameters = AesGcmParams::new("AES-GCM", &Uint8Array::from(iv));
    parameters.set_additional_data_buffer_source(&Uint8Array::from(provider.to_string().as_bytes()));
    parameters
}

fn needed() -> Result<SubtleCrypto, StoreError> {
    subtle().ok_or_else(no_crypto)
}

fn no_crypto() -> StoreError {
    StoreError::Unavailable { detail: "this page has no WebCrypto".to_owned() }
}

async fn awaited(promise: Result<Promise, JsValue>) -> Result<JsValue, StoreError> {
    let promise = promise.map_err(|error| from_thrown(&error))?;
    JsFuture::from(promise).await.map_err(|error| from_thrown(&error))
}
