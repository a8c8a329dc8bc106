//! Conversion of links into input of the small model.

use std::ops::Range;

use stepfall_link::{FlowChange, FlowSetting, LabLink, open};
use stepfall_procedure::{Condition, Generator, Item};
use stepfall_small_model::{BridgeStrength, BridgeTarget, Momentum, SmallModelItem, StepFlow};

/// Returns the item of a link with this index, as tokens of the small model, or the reason why
/// there is none.
pub(crate) fn task(link: &LabLink, index: u32) -> Result<SmallModelItem, String> {
    let generator = Generator::new(link.spec()).map_err(|refusal| refusal.to_string())?;
    let item = generator.item(link.seed, index).map_err(|refusal| refusal.to_string())?;
    SmallModelItem::of(&item).map_err(|unfit| unfit.to_string())
}

/// Returns the item and the condition of a link of Play, or the reason why there are none.
pub(crate) fn linked_item(link: &str) -> Result<(Item, Condition), String> {
    let opened = open(link).map_err(|refusal| refusal.to_string())?;
    let item = opened.item().map_err(|refusal| refusal.to_string())?;
    Ok((item, opened.link.condition))
}

/// Converts the settings of a link into changes of the flow.
pub(crate) fn flow(settings: &[FlowSetting]) -> StepFlow {
    let mut flow = StepFlow::default();
    for &setting in settings {
        let layers = layers(setting);
        let most = f32::from(setting.strength) / 1000.0;
        match setting.change {
            FlowChange::Bridge => flow.bridge = Some(BridgeStrength { layers, most }),
            FlowChange::Momentum => {
                flow.momentum = Some(Momentum { layers, strength: most, window: None });
            }
            FlowChange::Previous => {
                flow.link = Some((BridgeTarget::Previous, BridgeStrength { layers, most }));
            }
            FlowChange::Operands => {
                flow.link = Some((BridgeTarget::Operands, BridgeStrength { layers, most }));
            }
        }
    }
    flow
}

/// Returns the layers of a setting, counted from 0. A setting counts them from 1 and includes the
/// last one.
fn layers(setting: FlowSetting) -> Range<usize> {
    usize::from(setting.first.max(1)) - 1..usize::from(setting.last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stepfall_link::{LAB_LOOK_BACKS, LAB_MODULUS, LAB_SEEDS, LAB_STEPS};

    #[test]
    fn limits_of_links_equal_those_of_the_small_model() {
        assert_eq!(LAB_MODULUS, u32::from(stepfall_small_model::MODULUS));
        assert_eq!(*LAB_STEPS.end(), stepfall_small_model::MAX_STEPS);
        assert_eq!(LAB_SEEDS, stepfall_small_model::FIRST_TRAINING_SEED);
        assert_eq!(LAB_LOOK_BACKS, stepfall_small_model::LOOK_BACKS);
        assert_eq!(LAB_SEEDS, 1 << 52);
    }

    #[test]
    fn a_link_sets_the_changes_of_the_flow() {
        let (link, _) = LabLink::read("#/lab?flow=bridge:0.3:1-2,momentum:0.5:4,operands:0.1:2");
        let flow = flow(&link.flow);
        assert_eq!(flow.bridge, Some(BridgeStrength { layers: 0..2, most: 0.3 }));
        assert_eq!(flow.momentum, Some(Momentum { layers: 3..4, strength: 0.5, window: None }));
        assert_eq!(
            flow.link,
            Some((BridgeTarget::Operands, BridgeStrength { layers: 1..2, most: 0.1 }))
        );
    }

    #[test]
    fn links_of_every_length_and_look_back_have_items() {
        for steps in [1, 2, 3, 12, 126] {
            for look_back in [2, 7] {
                let link = LabLink { steps, look_back, ..LabLink::default() };
                let task = task(&link, 0).map(|task| task.steps().len());
                assert_eq!(task, Ok(usize::from(steps)), "{steps} steps, look-back {look_back}");
            }
        }
    }
}
