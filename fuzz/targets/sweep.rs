//! The address of a sweep is hostile input: a set-up comes of every one, and its own address opens it again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use stepfall_sweep::Plan;

fuzz_target!(|text: &str| {
    let (plan, _) = Plan::read(text);
    // What is wrong is said, however much of it there is.
    let _ = plan.check();
    let (again, problems) = Plan::read(&plan.fragment());
    assert_eq!(again.fragment(), plan.fragment(), "{problems:?}");
});
