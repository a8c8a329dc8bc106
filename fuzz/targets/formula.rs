//! Formulas are hostile input. Reading any text gives a formula, or an error with a position in the
//! text. A written formula reads back unchanged.

#![no_main]

use libfuzzer_sys::fuzz_target;
use stepfall_formula::Parser;

fuzz_target!(|text: &str| {
    for parser in [Parser::new(text, 0, text.len()), Parser::new(text, 0, text.len()).program()] {
        let mut reader = parser;
        match reader.formula() {
            Ok(formula) => {
                assert!(reader.at <= text.len());
                let written = formula.to_string();
                let again = Parser::new(&written, 0, written.len()).program().formula();
                assert_eq!(again.map(|again| again.to_string()).as_deref(), Ok(written.as_str()));
            }
            Err(error) => assert!(error.at <= text.len() && error.found(text).len() <= text.len()),
        }
    }
});
