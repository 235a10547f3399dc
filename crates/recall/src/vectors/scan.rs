//! The inner loop: products of a stored vector with two others.
//!
//! In WebAssembly the SIMD instructions are written out. A page is optimised for size when all of it is linked, whatever this
//! crate is built with, and no loop becomes SIMD instructions by itself then: 100,000 vectors took 52 ms instead of 9.

#[cfg(target_arch = "wasm32")]
pub(super) use simd::products;

/// Values that are multiplied at once. A divisor of most dimensions.
const LANES: usize = 16;

/// The products of `stored` with `one` and with `other`, all of the same length and without −128.
#[cfg(not(target_arch = "wasm32"))]
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

/// A product. At most 4,096 values of at most 127 give 66 million. With 16-bit products, so that compilers use SIMD
/// instructions where they may.
#[inline(always)]
pub(super) fn product(one: &[i8], other: &[i8]) -> i32 {
    one.iter().zip(other).map(|(one, other)| i32::from(i16::from(*one) * i16::from(*other))).sum()
}

#[cfg(target_arch = "wasm32")]
mod simd {
    use super::{LANES, product};
    use bytemuck::must_cast;
    use std::arch::wasm32::{
        i16x8_add, i16x8_extmul_high_i8x16, i16x8_extmul_low_i8x16, i32x4_add, i32x4_extadd_pairwise_i16x8,
        i32x4_extract_lane, i32x4_splat, v128,
    };

    /// As without SIMD. Every browser that runs the page has these instructions.
    #[target_feature(enable = "simd128")]
    pub(in super::super) fn products(stored: &[i8], one: &[i8], other: &[i8]) -> [i32; 2] {
        let ((stored, stored_rest), (one, one_rest), (other, other_rest)) =
            (stored.as_chunks::<LANES>(), one.as_chunks::<LANES>(), other.as_chunks::<LANES>());
        let mut sums = [i32x4_splat(0); 2];
        for ((stored, one), other) in stored.iter().zip(one).zip(other) {
            let stored = must_cast(*stored);
            sums = [added(sums[0], stored, must_cast(*one)), added(sums[1], stored, must_cast(*other))];
        }
        [sum(sums[0]) + product(stored_rest, one_rest), sum(sums[1]) + product(stored_rest, other_rest)]
    }

    /// Adds the product of sixteen bytes. The sum of two products of at most 127² fits 16 bits.
    #[target_feature(enable = "simd128")]
    #[inline]
    fn added(sum: v128, one: v128, other: v128) -> v128 {
        let pairs = i16x8_add(i16x8_extmul_low_i8x16(one, other), i16x8_extmul_high_i8x16(one, other));
        i32x4_add(sum, i32x4_extadd_pairwise_i16x8(pairs))
    }

    #[target_feature(enable = "simd128")]
    #[inline]
    fn sum(lanes: v128) -> i32 {
        i32x4_extract_lane::<0>(lanes)
            + i32x4_extract_lane::<1>(lanes)
            + i32x4_extract_lane::<2>(lanes)
            + i32x4_extract_lane::<3>(lanes)
    }
}
