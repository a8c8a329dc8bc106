//! Addresses of sweeps are hostile input. Every address results in a plan, and the plan's own
//! address results in the same plan.

#![no_main]

use libfuzzer_sys::fuzz_target;
use stepfall_sweep::Plan;

fuzz_target!(|text: &str| {
    let (plan, _) = Plan::read(text);
    // The check must not panic, however many problems the plan has.
    let _ = plan.check();
    let (again, problems) = Plan::read(&plan.fragment());
    assert_eq!(again.fragment(), plan.fragment(), "{problems:?}");
});
