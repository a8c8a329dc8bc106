//! The switch and the settings of `StepFlow`.

use leptos::prelude::*;
use stepfall_link::{FlowChange, FlowSetting, LAB_LAYERS, LabLink};

use super::controls::{LinkChange, TypedNumber};
use crate::components::widgets::basic::use_id;
use crate::state::lab::first_flow;
use crate::text;

#[component]
pub(super) fn FlowSwitch(
    link: Signal<LabLink>,
    change: impl Fn(LinkChange) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let is_on = Memo::new(move |_| link.with(|link| !link.flow.is_empty()));
    // The settings that the switch restores: those in use when the user turned it off, and at first
    // those of `first_flow`.
    let before = StoredValue::new(first_flow());
    let toggle = move |_| {
        let flow = link.with_untracked(|link| link.flow.clone());
        if flow.is_empty() {
            let flow = before.get_value();
            change(Box::new(move |link| link.flow = flow));
        } else {
            before.set_value(flow);
            change(Box::new(|link| link.flow.clear()));
        }
    };
    view! {
        <button
            type="button"
            class="switch"
            role="switch"
            aria-checked=move || is_on.get().to_string()
            on:click=toggle
        >
            <i aria-hidden="true"></i>
            {text::lab::STEP_FLOW}
        </button>
    }
}

/// A setting for each change of the flow.
#[component]
pub(super) fn FlowSettings(
    link: Signal<LabLink>,
    change: impl Fn(LinkChange) + Copy + Send + Sync + 'static,
    change_soon: impl Fn(LinkChange) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let flow = Memo::new(move |_| link.with(|link| link.flow.clone()));
    view! {
        <div class="lab-row lab-flow-settings" role="group" aria-label=text::lab::FLOW_SETTINGS>
            {FlowChange::ALL
                .map(|of| view! { <ChangeSetting of flow change change_soon/> })
                .into_iter()
                .collect_view()}
        </div>
    }
}

/// The checkbox, the strength and the layers of one change of the flow.
#[component]
fn ChangeSetting(
    of: FlowChange,
    flow: Memo<Vec<FlowSetting>>,
    change: impl Fn(LinkChange) + Copy + Send + Sync + 'static,
    change_soon: impl Fn(LinkChange) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let id = use_id("flow");
    let current = Memo::new(move |_| {
        flow.with(|flow| flow.iter().copied().find(|setting| setting.change == of))
    });
    let setting_or_default = move || current.get().unwrap_or_else(|| of.default_setting());
    let edit = move |edit: Box<dyn Fn(&mut FlowSetting)>| -> LinkChange {
        Box::new(move |link: &mut LabLink| {
            if let Some(setting) = link.flow.iter_mut().find(|setting| setting.change == of) {
                edit(setting);
            } else {
                let mut setting = of.default_setting();
                edit(&mut setting);
                link.add(setting);
            }
        })
    };
    let toggle = move |event| {
        let is_wanted = event_target_checked(&event);
        change(Box::new(move |link| {
            link.flow.retain(|setting| setting.change != of);
            if is_wanted {
                link.add(of.default_setting());
            }
        }));
    };
    let strength = Signal::derive(move || setting_or_default().strength_text());
    let read = move |text: &str| -> Option<LinkChange> {
        let strength = FlowSetting::read_strength(text)?;
        Some(edit(Box::new(move |setting| setting.strength = strength)))
    };
    let layer = move |is_first: bool| {
        let chosen = move || {
            let setting = setting_or_default();
            if is_first { setting.first } else { setting.last }
        };
        let choose = move |event| {
            let Ok(layer) = event_target_value(&event).parse::<u8>() else { return };
            change(edit(Box::new(move |setting| {
                if is_first {
                    setting.first = layer;
                    setting.last = setting.last.max(layer);
                } else {
                    setting.last = layer;
                    setting.first = setting.first.min(layer);
                }
            })));
        };
        let option = move |layer: u8| {
            view! { <option value=layer.to_string() prop:selected=move || chosen() == layer>{layer}</option> }
        };
        let name = if is_first { text::lab::FIRST_LAYER } else { text::lab::LAST_LAYER };
        view! {
            <label class="lab-layer">
                <span>{name}</span>
                <select class="button is-small" on:change=choose>{(1..=LAB_LAYERS).map(option).collect_view()}</select>
            </label>
        }
    };
    view! {
        <fieldset class="lab-change">
            <label class="check" for=id>
                <input id=id.clone() type="checkbox" prop:checked=move || current.get().is_some() on:change=toggle/>
                <span>{text::lab::change(of)}</span>
            </label>
            <TypedNumber label=text::lab::STRENGTH hint=text::lab::STRENGTH_HINT value=strength read change_soon/>
            <span class="lab-layers">{layer(true)} {layer(false)}</span>
            <p class="hint">{text::lab::change_hint(of)}</p>
        </fieldset>
    }
}
