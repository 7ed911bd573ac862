"""Writes a checkpoint's network as ONNX for the program, and its weights, in half precision, for a later training to go on from."""

import argparse
import json
from datetime import date
from pathlib import Path

import torch

import render
import values
from network import opened


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("checkpoint", type=Path)
    options.add_argument("--to", type=Path, default=Path("../resources/recogniser"), help="for the program")
    options.add_argument("--weights", type=Path, default=Path("weights"), help="to go on from")
    chosen = options.parse_args()
    whole = torch.load(chosen.checkpoint, map_location="cpu")
    network = opened(whole)
    chosen.to.mkdir(parents=True, exist_ok=True)
    chosen.weights.mkdir(parents=True, exist_ok=True)
    axes = {"ink": {0: "lines", 3: "width"}, "answers": {0: "lines", 1: "columns"}}
    torch.onnx.export(
        network, torch.zeros(2, 1, render.HEIGHT, 64), chosen.to / "values.onnx", opset_version=13,
        input_names=["ink"], output_names=["answers"], dynamic_axes=axes,
    )
    card = {
        "alphabet": whole["alphabet"],
        "alike": {chr(shown): chr(said) for shown, said in values.ALIKE.items()},
        "cut": values.CUT,
        "lines": whole["lines"],
        "hours": round(whole["seconds"] / 3600, 2),
        "date": date.today().isoformat(),
    }
    (chosen.to / "values.json").write_text(json.dumps(card, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    half = {name: value.half() if value.is_floating_point() else value for name, value in whole["weights"].items()}
    torch.save({**whole, "weights": half}, chosen.weights / "values.pt")


if __name__ == "__main__":
    main()
