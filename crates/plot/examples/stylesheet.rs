//! Prints how marks look in a page: `cargo run -q -p stepfall-plot --example stylesheet > style/marks.css`.

fn main() {
    print!("{}", stepfall_plot::stylesheet());
}
