//! Prepares images from files: scales them to a size that models accept, and removes from photos when and where they
//! were taken.

use js_sys::{Array, Uint8Array};
use leptos::prelude::window;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Blob, BlobPropertyBag, File, FileList, ImageBitmap, ImageEncodeOptions, OffscreenCanvas,
    OffscreenCanvasRenderingContext2d, Url,
};

/// Longest side of an image that is sent, in pixels. Models scale larger images down themselves.
const LONGEST_SIDE: u32 = 2_048;
/// Largest file that is read, in bytes.
const LARGEST_FILE: f64 = 50.0 * 1024.0 * 1024.0;
/// A PNG or GIF larger than this, in bytes, is encoded as JPEG.
const LARGEST_PICTURE: f64 = 4.0 * 1024.0 * 1024.0;
/// JPEG quality, from 0 to 1.
const QUALITY: f64 = 0.9;

/// An image to store and send.
pub struct Taken {
    /// Encoded bytes.
    pub bytes: Vec<u8>,
    /// Media type, such as `image/png`.
    pub media_type: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// Why a file was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The browser cannot read it as an image.
    NoImage,
    /// The file exceeds the size limit.
    TooLarge,
}

/// Whether a file is said to be an image.
pub fn is_image(file: &File) -> bool {
    file.type_().starts_with("image/")
}

/// Side of a small square image, in pixels.
const SMALL: u32 = 128;

/// Makes a small square of an image, as a `data:` address. Of a portrait it keeps more of the upper part, where the face is.
///
/// # Errors
/// [`Refused`].
pub async fn small(file: &Blob) -> Result<String, Refused> {
    if file.size() > LARGEST_FILE {
        return Err(Refused::TooLarge);
    }
    let bitmap = bitmap_of(file).await?;
    let (place, (wide, high)) = filling(bitmap.width(), bitmap.height());
    let draw = || {
        let canvas = OffscreenCanvas::new(SMALL, SMALL).ok()?;
        let context: OffscreenCanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
        context.draw_image_with_image_bitmap_and_dw_and_dh(&bitmap, place.0, place.1, wide, high).ok()?;
        let options = ImageEncodeOptions::new();
        // A browser that cannot write this writes PNG, and says so.
        options.set_type("image/webp");
        options.set_quality(QUALITY);
        canvas.convert_to_blob_with_options(&options).ok()
    };
    let encoded = JsFuture::from(draw().ok_or(Refused::NoImage)?).await;
    let blob: Blob = encoded.ok().and_then(|blob| blob.dyn_into().ok()).ok_or(Refused::NoImage)?;
    let letters: String = bytes_of(&blob).await?.into_iter().map(char::from).collect();
    let text = window().btoa(&letters).map_err(|_| Refused::NoImage)?;
    Ok(format!("data:{};base64,{text}", blob.type_()))
}

/// Where an image of this size is drawn, and how large, so that it fills the small square.
fn filling(width: u32, height: u32) -> ((f64, f64), (f64, f64)) {
    let (wide, high, side) = (f64::from(width), f64::from(height), f64::from(SMALL));
    let scale = side / wide.min(high).max(1.0);
    let (wide, high) = (wide * scale, high * scale);
    (((side - wide) / 2.0, (side - high) / 4.0), (wide, high))
}

/// Makes a small square of an image in a `data:` address.
pub async fn small_of(address: &str) -> Option<String> {
    let (bytes, media_type) = read(address)?;
    let options = BlobPropertyBag::new();
    options.set_type(&media_type);
    let parts = Array::of1(&Uint8Array::from(bytes.as_slice()));
    let blob = Blob::new_with_u8_array_sequence_and_options(&parts, &options).ok()?;
    small(&blob).await.ok()
}

/// Bytes and media type of a `data:` address.
fn read(data: &str) -> Option<(Vec<u8>, String)> {
    let (media_type, text) = data.strip_prefix("data:")?.split_once(";base64,")?;
    let letters = window().atob(text).ok()?;
    let bytes = letters.chars().map(|letter| u8::try_from(u32::from(letter)).ok());
    Some((bytes.collect::<Option<Vec<u8>>>()?, media_type.to_owned()))
}

/// Creates a `blob:` address for the image in a `data:` address, which the policy of the page does not show. Release it
/// with [`release`].
pub fn address_of(data: &str) -> Option<String> {
    let (bytes, media_type) = read(data)?;
    address(&bytes, &media_type)
}

async fn bitmap_of(file: &Blob) -> Result<ImageBitmap, Refused> {
    let bitmap = window().create_image_bitmap_with_blob(file).map_err(|_| Refused::NoImage)?;
    let bitmap = JsFuture::from(bitmap).await.map_err(|_| Refused::NoImage)?;
    bitmap.dyn_into().map_err(|_| Refused::NoImage)
}

/// Reads the image in a file. Photos are encoded again, which drops the camera's metadata, including the location.
///
/// # Errors
/// [`Refused`].
pub async fn taken(file: &File) -> Result<Taken, Refused> {
    if file.size() > LARGEST_FILE {
        return Err(Refused::TooLarge);
    }
    let bitmap = bitmap_of(file).await?;
    let (width, height) = fitting(bitmap.width(), bitmap.height());
    let picture = picture_type(&bytes_of(&file.slice_with_i32_and_i32(0, 8).map_err(|_| Refused::NoImage)?).await?);
    if let Some(media_type) = picture.filter(|_| keeps_file(width < bitmap.width(), file.size())) {
        return Ok(Taken { bytes: bytes_of(file).await?, media_type: media_type.to_owned(), width, height });
    }
    if picture.is_some() {
        let png = drawn(&bitmap, width, height, "image/png").await?;
        if png.size() <= LARGEST_PICTURE {
            return Ok(Taken { bytes: bytes_of(&png).await?, media_type: "image/png".to_owned(), width, height });
        }
    }
    let photo = drawn(&bitmap, width, height, "image/jpeg").await?;
    Ok(Taken { bytes: bytes_of(&photo).await?, media_type: "image/jpeg".to_owned(), width, height })
}

/// Media type of an image that is drawn rather than photographed, by its first bytes. What the browser says follows from the
/// name of the file, and a photo may have any name.
fn picture_type(start: &[u8]) -> Option<&'static str> {
    if start.starts_with(b"\x89PNG\r\n\x1a\n") {
        return Some("image/png");
    }
    start.starts_with(b"GIF8").then_some("image/gif")
}

/// Whether the file of a picture is sent itself, instead of a copy.
fn keeps_file(is_scaled: bool, bytes: f64) -> bool {
    !is_scaled && bytes <= LARGEST_PICTURE
}

async fn drawn(bitmap: &ImageBitmap, width: u32, height: u32, media_type: &str) -> Result<Blob, Refused> {
    let draw = || {
        let canvas = OffscreenCanvas::new(width, height).ok()?;
        let context: OffscreenCanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
        let (wide, high) = (f64::from(width), f64::from(height));
        if media_type == "image/jpeg" {
            // JPEG has no transparency: without this, transparent parts would be black.
            context.set_fill_style_str("#fff");
            context.fill_rect(0.0, 0.0, wide, high);
        }
        context.draw_image_with_image_bitmap_and_dw_and_dh(bitmap, 0.0, 0.0, wide, high).ok()?;
        let options = ImageEncodeOptions::new();
        options.set_type(media_type);
        options.set_quality(QUALITY);
        canvas.convert_to_blob_with_options(&options).ok()
    };
    let encoded = draw().ok_or(Refused::NoImage)?;
    JsFuture::from(encoded).await.ok().and_then(|blob| blob.dyn_into().ok()).ok_or(Refused::NoImage)
}

async fn bytes_of(blob: &Blob) -> Result<Vec<u8>, Refused> {
    let bytes = JsFuture::from(blob.array_buffer()).await.map_err(|_| Refused::NoImage)?;
    Ok(Uint8Array::new(&bytes).to_vec())
}

/// Scales a size down so that its longest side is at most [`LONGEST_SIDE`].
fn fitting(width: u32, height: u32) -> (u32, u32) {
    let longest = width.max(height);
    if longest <= LONGEST_SIDE {
        return (width, height);
    }
    let scaled = |side: u32| u64::from(side) * u64::from(LONGEST_SIDE) / u64::from(longest);
    let scaled = |side: u32| u32::try_from(scaled(side)).unwrap_or(LONGEST_SIDE).max(1);
    (scaled(width), scaled(height))
}

/// Derives an alternative text from a file name. Empty if the name says nothing, as in `IMG_2041.jpeg`.
pub fn described(name: &str) -> String {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let words = stem.replace(['_', '-'], " ");
    let tells = words.split_whitespace().any(|word| {
        word.chars().filter(|letter| letter.is_alphabetic()).count() > 2
            && !matches!(word.to_ascii_lowercase().as_str(), "img" | "dsc" | "pxl" | "image")
    });
    if tells { words.split_whitespace().collect::<Vec<_>>().join(" ") } else { String::new() }
}

/// Creates a `blob:` address for the bytes of an image. Release it with [`release`].
pub fn address(bytes: &[u8], media_type: &str) -> Option<String> {
    let options = BlobPropertyBag::new();
    options.set_type(shown_type(media_type));
    let parts = Array::of1(&Uint8Array::from(bytes));
    let blob = Blob::new_with_u8_array_sequence_and_options(&parts, &options).ok()?;
    Url::create_object_url_with_blob(&blob).ok()
}

/// Type of a `blob:` address. A file that was imported may name any: under that of a page or an SVG, its scripts would run as
/// those of this page if the user opened the address in a tab. An image is recognised by its bytes.
fn shown_type(media_type: &str) -> &str {
    match media_type {
        "image/jpeg" | "image/webp" | "image/gif" | "image/avif" => media_type,
        _ => "image/png",
    }
}

/// Releases the address and its bytes.
pub fn release(address: &str) {
    let _ = Url::revoke_object_url(address);
}

/// Collects the files of a file list.
pub fn files(list: Option<FileList>) -> Vec<File> {
    let list = list.into_iter();
    list.flat_map(|list| (0..list.length()).filter_map(move |at| list.get(at))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_side_is_kept_within_the_limit() {
        assert_eq!(fitting(800, 600), (800, 600));
        assert_eq!(fitting(4_096, 2_048), (2_048, 1_024));
        assert_eq!(fitting(1, 100_000), (1, 2_048));
    }

    #[test]
    fn a_file_name_is_a_description_only_where_it_tells_something() {
        assert_eq!(described("lighthouse_at-dusk.png"), "lighthouse at dusk");
        assert_eq!(described("IMG_2041.jpeg"), "");
        assert_eq!(described("маяк.webp"), "маяк");
    }

    #[test]
    fn no_side_vanishes_and_no_size_overflows() {
        for (size, fitted) in [
            ((0, 0), (0, 0)),
            ((2_048, 2_048), (2_048, 2_048)),
            ((2_049, 1), (2_048, 1)),
            ((u32::MAX, u32::MAX), (2_048, 2_048)),
            ((u32::MAX, 1), (2_048, 1)),
            ((3_000, 2_000), (2_048, 1_365)),
        ] {
            assert_eq!(fitting(size.0, size.1), fitted, "{size:?}");
        }
    }

    #[test]
    fn a_camera_or_a_clipboard_gives_no_description() {
        for name in
            ["", ".png", "IMG_2041.jpeg", "DSC-0001.JPG", "PXL_20261122_101500.jpg", "image.png", "1234.gif", "a.b"]
        {
            assert_eq!(described(name), "", "{name}");
        }
        for (name, words) in [
            ("IMG_rome.jpeg", "IMG rome"),
            ("my  photo__2.tar.gz", "my photo 2.tar"),
            ("מגדלור.png", "מגדלור"),
            ("灯台の写真.jpg", "灯台の写真"),
            ("no ending", "no ending"),
        ] {
            assert_eq!(described(name), words, "{name}");
        }
    }

    #[test]
    fn no_photo_is_sent_as_the_file_that_the_camera_wrote() {
        for photo in
            [&b"\xff\xd8\xff\xe1\0\x10Ex"[..], b"RIFF\0\0\0\0", b"\0\0\0\x1cftyp", b"II*\0\x08\0\0\0", b"BM", b""]
        {
            assert_eq!(picture_type(photo), None, "{photo:?}");
        }
        assert_eq!(picture_type(b"\x89PNG\r\n\x1a\n"), Some("image/png"));
        assert_eq!([b"GIF87a\x40\0", b"GIF89a\x40\0"].map(|gif| picture_type(gif)), [Some("image/gif"); 2]);
        for (is_scaled, bytes, is_kept) in [
            (false, 1.0, true),
            (false, LARGEST_PICTURE, true),
            (false, LARGEST_PICTURE + 1.0, false),
            (true, 1.0, false),
        ] {
            assert_eq!(keeps_file(is_scaled, bytes), is_kept, "{bytes} bytes, {is_scaled}");
        }
    }

    #[test]
    fn the_address_of_an_image_runs_no_scripts_whatever_a_file_says_that_it_is() {
        for image in ["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"] {
            assert_eq!(shown_type(image), image);
        }
        for other in
            ["image/svg+xml", "text/html", "application/xhtml+xml", "IMAGE/SVG+XML", "image/png, text/html", ""]
        {
            assert_eq!(shown_type(other), "image/png", "{other}");
        }
    }

    #[test]
    fn a_small_square_is_filled_and_keeps_the_face_of_a_portrait() {
        let side = f64::from(SMALL);
        for (width, height) in [(128, 128), (4_000, 3_000), (3_000, 4_000), (64, 32), (1, 2_048), (2_048, 1)] {
            let ((left, top), (wide, high)) = filling(width, height);
            let covers = |from: f64, size: f64| from < 1e-9 && from + size > side - 1e-9;
            assert!(covers(left, wide) && covers(top, high), "{width}x{height}: {wide}x{high} at {left}, {top}");
            assert!((wide * f64::from(height) - high * f64::from(width)).abs() < 1e-6, "it is not distorted");
            assert!((wide.min(high) - side).abs() < 1e-9, "nothing is cut at the shorter side");
            // As much goes at the left as at the right, but less at the top than at the bottom.
            assert!((left - (side - wide - left)).abs() < 1e-9);
            assert!((3.0 * top - (side - high - top)).abs() < 1e-9);
        }
        let (_, size) = filling(0, 0);
        assert!(size.0.is_finite() && size.1.is_finite(), "an image without a size");
    }
}
