#!/usr/bin/env bash
# Trains the checkpoints of the small model and writes them to crates/small-model/weights, from any folder.
# An interrupted run continues from its last state below target/training.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
out=target/training
lessons=target/release/examples/lessons
cargo build --release --target-dir target -p stepfall-small-model --example lessons
[ -d "$out/venv" ] || python3 -m venv "$out/venv"
"$out/venv/bin/pip" install --quiet --requirement training/requirements.txt
[ $# -gt 0 ] || set -- short long
for name in "$@"; do
  "$out/venv/bin/python" training/train.py "$name" --lessons "$lessons" --folder "$out"
  "$out/venv/bin/python" training/ship.py "$name" "$out/$name.safetensors" crates/small-model/weights --lessons "$lessons"
done
