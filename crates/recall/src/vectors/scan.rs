//! The inner loop: products of a stored vector with two others. Without branches, and with 16-bit products, so that the
//! compiler can use SIMD instructions where the target has them.

/// Values that are multiplied before the sums are widened. A divisor of most dimensions.
const LANES: usize = 32;

/// The products of `stored` with `one` and with `other`, all of the same length and without −128.
// Every browser that runs the page has these instructions. Without them a question takes twice as long.
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
pub(super) fn products(stored: &[i8], one: &[i8], other: &[i8]) -> [i32; 2] {
    let ((stored, stored_rest), (one, one_rest), (other, other_rest)) =
        (stored.as_chunks::<LANES>(), one.as_chunks::<LANES>(), other.as_chunks::<LANES>());
    let mut sums = [0, 0];
    for ((stored, one), other) in stored.iter().zip(one).zip(other) {
        sums[0] += product(stored, one);
        sums[1] += product(stored, other);
    }
    [sums[0] + product(stored_rest, one_rest), sums[1] + product(stored_rest, other_rest)]
}

/// A product. At most 4,096 values of at most 127 give 66 million.
#[inline(always)]
pub(super) fn product(one: &[i8], other: &[i8]) -> i32 {
    one.iter().zip(other).map(|(one, other)| i32::from(i16::from(*one) * i16::from(*other))).sum()
}
