//! Prints the colours of the page: `cargo run -q -p stepfall-plot --example tokens >
//! style/colours.css`.

fn main() {
    print!("{}", stepfall_plot::colours::tokens());
}
