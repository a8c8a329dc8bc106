//! Custom procedures are hostile input. Reading any text gives an item, or an error with a line of
//! the text. An item written in any wording reads back unchanged.

#![no_main]

use libfuzzer_sys::fuzz_target;
use stepfall_procedure::{Condition, Item, Wording};

fuzz_target!(|text: &str| {
    let item = match Item::from_text(text, None) {
        Ok(item) => item,
        Err(error) => {
            let lines = text.split('\n').count();
            assert!((1..=lines).contains(&(error.place.line as usize)), "{error}");
            return;
        }
    };
    for wording in Wording::ALL {
        let again = Item::from_text(&item.text_in(wording), Some(item.spec.arithmetic));
        let again = again.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(again.procedure, item.procedure, "what was read is written as it was read");
        assert_eq!(again.text_in(wording), item.text_in(wording));
    }
    assert!(!item.prompt(Condition::Trace).is_empty());
});
