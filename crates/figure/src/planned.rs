//! The smallest difference that a plan can detect, before anything is asked.

use stepfall_stats::detectable_difference;
use stepfall_sweep::Plan;

use crate::words::{count, fixed};

/// Returns a sentence on the smallest difference between two lines that the planned items can
/// detect, over all lengths and at a single one; `None` for a plan without attempts.
pub fn detectable(plan: &Plan) -> Option<String> {
    if plan.task_count() == 0 {
        return None;
    }
    let samples = plan.samples.max(1);
    let lines = long(plan.targets.len().max(1)).saturating_mul(long(plan.conditions.len().max(1)));
    let cells = u64::from(plan.task_count()) / lines / u64::from(samples);
    // Items that all lengths share are drawn once, not once for each length.
    let all = if plan.base.nested { cells / long(plan.steps.len().max(1)) } else { cells };
    let at_one = cells / long(plan.steps.len().max(1));
    let whole = detectable_text(all, samples);
    let single = if plan.steps.len() > 1 && !plan.base.nested {
        format!("; at a single length, over {}", detectable_text(at_one, samples))
    } else {
        String::new()
    };
    let alike = if samples > 1 {
        " The fewer points hold if samples of an item are as unlike as those of different items."
    } else {
        ""
    };
    Some(format!(
        "Smallest difference between two lines that the test finds (5 % significance, 80 % power): over {whole}{single}.{alike}"
    ))
}

/// Returns the smallest difference that a number of items can detect, in percentage points:
/// `100 items about 20 points`.
fn detectable_text(items: u64, samples: u32) -> String {
    let number = u32::try_from(items).unwrap_or(u32::MAX);
    let points = |items: f64| detectable_difference(items).map(|share| fixed(share * 100.0, 0));
    let one = points(f64::from(number));
    let most = points(f64::from(number) * f64::from(samples));
    let points = match (one, most) {
        (Some(one), Some(most)) if one != most => format!("about {most} to {one} points"),
        (Some(one), _) => format!("about {one} points"),
        (None, Some(most)) => format!("about {most} points or more"),
        (None, None) => "none".to_owned(),
    };
    format!("{} {points}", count(number, "item"))
}

fn long(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(parameters: &str) -> String {
        let (plan, _) = Plan::read(&format!("#/sweep?v=2&model=simulated:mixed:200&{parameters}"));
        detectable(&plan).unwrap()
    }

    #[test]
    fn a_plan_states_the_difference_it_can_detect() {
        assert_eq!(
            text("steps=5,25,45&items=20"),
            "Smallest difference between two lines that the test finds (5 % significance, 80 % power): over 60 items about 26 points; at a single length, over 20 items about 46 points."
        );
        let sampled = text("steps=25&items=20&samples=5");
        assert!(sampled.contains("over 20 items about 20 to 46 points. The fewer"), "{sampled}");
        assert!(text("steps=25&items=1").contains("over 1 item none"));
    }
}
