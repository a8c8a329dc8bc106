//! Addresses are hostile input for every page. Each page reads any address. An address that a page
//! writes reads back unchanged and without notices.
//!
//! The target `link` tests the content of a Play address, and the target `sweep` the plan of a
//! Sweep address.

#![no_main]

use libfuzzer_sys::fuzz_target;
use stepfall_link::{
    BatchLink, Embedded, LabLink, LearnLink, LinkedModel, Page, ResultsLink, Route, SweepLink,
    pack, parse, unpack,
};

fuzz_target!(|address: &str| {
    match Route::read(address) {
        Route::To(page) => assert_eq!(Page::from_slug(page.slug()), Some(page)),
        Route::Embed(embedded) => {
            let page_fragment = parse(&Embedded::page_fragment_of(address)).link.fragment();
            let framed =
                Embedded::Verdict.fragment(&page_fragment).expect("it is an address of Play");
            assert_eq!(Route::read(&framed), Route::Embed(Embedded::Verdict));
            assert!(matches!(embedded.page(), Page::Play | Page::Learn | Page::Sweep));
        }
        Route::Unknown(name) => assert!(Page::from_slug(&name).is_none()),
    }

    let (batch, _) = BatchLink::read(address);
    let (again, notices) = BatchLink::read(&batch.fragment());
    assert_eq!((again.fragment(), notices), (batch.fragment(), Vec::new()));

    let (lab, _) = LabLink::read(address);
    let (again, notices) = LabLink::read(&lab.fragment());
    assert_eq!((again.fragment(), notices), (lab.fragment(), Vec::new()));
    assert!(lab.spec().check().is_ok());

    let (results, _) = ResultsLink::read(address);
    let (again, notices) = ResultsLink::read(&results.fragment());
    assert!(again == results && notices.is_empty(), "{results:?}");

    let (learn, _) = LearnLink::read(address);
    let (again, notices) = LearnLink::read(&learn.fragment());
    assert_eq!((again.fragment(), notices), (learn.fragment(), Vec::new()));

    let setup = SweepLink::read(address);
    let again = SweepLink::read(&setup.plan());
    assert_eq!(again.plan(), setup.plan());
    for model in &setup.models {
        assert_eq!(LinkedModel::read(&model.text()).text(), model.text());
        let _ = (model.title(), model.is_model());
    }
    let mut taken = setup.clone();
    taken.take_procedure(address);
    let _ = (taken.procedure(), taken.fragment());

    if let Ok(transcript) = unpack(address)
        && let Ok(packed) = pack(&transcript)
    {
        assert_eq!(unpack(&packed), Ok(transcript));
    }
});
