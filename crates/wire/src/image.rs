//! Images and files in a request: base64 bytes, or the note sent in their place.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use ricordo_record::request::Attachment;

/// The bytes in base64, which all protocols want.
pub(super) fn base64(attachment: &Attachment) -> String {
    STANDARD.encode(&attachment.bytes)
}

/// The note for an image whose bytes are not sent: the format alone, which is the same in every language.
pub fn image_note(media_type: &str) -> String {
    format!("[{media_type}]")
}

/// The note for a file. Files are not sent in any protocol.
pub fn file_note(name: &str) -> String {
    format!("[{name}]")
}
