//! Prints the page's style of marks:
//! `cargo run -q -p stepfall-plot --example stylesheet > style/marks.css`.

fn main() {
    print!("{}", stepfall_plot::stylesheet());
}
