//! A hash of texts that stays the same for ever.

/// Returns the 64-bit FNV-1a hash of a text, as Fowler, Noll and Vo define it. The hash is the same
/// on every machine and for ever. It does not resist deliberate collisions.
pub fn text_hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_hash_is_fnv_1a() {
        // Test vectors that the authors of FNV publish.
        assert_eq!(text_hash(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(text_hash("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(text_hash("foobar"), 0x8594_4171_f739_67e8);
    }
}
