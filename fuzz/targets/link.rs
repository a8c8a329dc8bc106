//! Addresses are hostile input. Any address is read as a link with a valid spec or custom
//! procedure, which reads back unchanged. Making the item of the link does not panic.

#![no_main]

use libfuzzer_sys::fuzz_target;
use stepfall_link::{Notice, open, parse};

fuzz_target!(|address: &str| {
    let parsed = parse(address);
    assert!(parsed.link.custom.is_some() || parsed.link.spec.check() == Ok(()));
    let again = parse(&parsed.link.fragment());
    assert_eq!(
        again.link.custom, parsed.link.custom,
        "a procedure that was read is written as it was read"
    );
    assert_eq!(again.link.spec, parsed.link.spec, "a spec that was read is written as it was read");
    // The written link keeps the version of another generator, so the notice about the version
    // occurs again.
    let of_version =
        |notice: &Notice| matches!(notice, Notice::Version { .. } | Notice::Unpublished { .. });
    assert!(again.notices.iter().all(of_version), "what is written is understood");
    assert_eq!(again.link.generator, parsed.link.generator);
    if let Ok(opened) = open(address)
        && let Ok(item) = opened.item()
    {
        assert!(!item.prompt(opened.link.condition).is_empty());
        assert!(item.error_share_at_step().shown <= item.error_share_at_step().of);
    }
});
