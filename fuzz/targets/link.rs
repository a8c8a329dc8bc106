//! An address is hostile input: whatever it holds, it opens as something that makes an item, and nothing panics.

#![no_main]

use libfuzzer_sys::fuzz_target;
use stepfall_link::{open, parse};

fuzz_target!(|address: &str| {
    let parsed = parse(address);
    assert!(parsed.link.own.is_some() || parsed.link.spec.check() == Ok(()));
    let again = parse(&parsed.link.fragment());
    assert_eq!(again.link.own, parsed.link.own, "a procedure that was read is written as it was read");
    assert_eq!(again.link.spec, parsed.link.spec, "a spec that was read is written as it was read");
    assert!(again.notices.is_empty(), "what is written is understood");
    if let Ok(opened) = open(address)
        && let Ok(item) = opened.item()
    {
        assert!(!item.prompt(opened.link.condition).is_empty());
        assert!(item.shows_at_step().shown <= item.shows_at_step().of);
    }
});
