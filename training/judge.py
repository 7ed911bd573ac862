"""Judges a checkpoint on rendered lines in faces that training never sees."""

import argparse
from collections import defaultdict
from pathlib import Path

import numpy as np
import torch

import render
from decode import best_path, distance
from network import opened

SURE = [0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("checkpoint", type=Path)
    options.add_argument("--lines", type=int, default=5000)
    options.add_argument("--seed", type=int, default=77)
    chosen = options.parse_args()
    judge(chosen.checkpoint, chosen.lines, chosen.seed)


def judge(checkpoint: Path, count: int, seed: int) -> None:
    torch.set_num_threads(1)
    whole = torch.load(checkpoint, map_location="cpu")
    network = opened(whole)
    source = render.Lines(seed, apart=True)
    away = signs = 0
    at = defaultdict(lambda: [0, 0])
    for index in range(count):
        ink, text = source.line(index)
        wide = np.zeros((1, 1, render.HEIGHT, (ink.shape[1] + 3) // 4 * 4), np.float32)
        wide[0, 0, :, : ink.shape[1]] = ink
        with torch.no_grad():
            answers = network(torch.from_numpy(wide))[0].softmax(1).numpy()
        said, sureness = best_path(answers, whole["alphabet"])
        away += distance(said, text)
        signs += len(text)
        for least in SURE:
            if sureness >= least:
                at[least][0] += 1
                at[least][1] += said != text
    print(f"{whole['lines']} lines learnt; {away / signs:.2%} of {signs} characters wrong")
    for least in SURE:
        given, wrong = at[least]
        print(f"at least {least:.2f} sure: {given / count:.1%} of values, {wrong / max(1, given):.2%} of them wrong")


if __name__ == "__main__":
    main()
