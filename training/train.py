"""Trains the recogniser on rendered values: from nothing, or on from a checkpoint or exported weights (`--from`)."""

import argparse
import math
import multiprocessing
import multiprocessing.pool
import os
import time
from collections import defaultdict
from pathlib import Path
from random import Random

import numpy as np
import torch
from torch.nn.functional import affine_grid, ctc_loss, grid_sample

import render
import values
from decode import best_path, distance
from network import Recogniser

#: Lines that are rendered together, by a process of its own.
CHUNK = 1024
#: Widths of lines that are learnt from together, in pixels.
STEP = 32
LONGEST = 27
LINES_FOR_JUDGING = 500

source: render.Lines


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--lines", type=int, default=3_000_000, help="how many rendered lines")
    options.add_argument("--passes", type=int, default=4, help="how often each is learnt from, if rendering is the faster")
    options.add_argument("--minutes", type=float, default=math.inf, help="ends after these where the lines take longer")
    options.add_argument("--batch", type=int, default=32)
    options.add_argument("--rate", type=float, default=3e-3, help="the highest learning rate")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--renderers", type=int, default=1, help="processes that render")
    options.add_argument("--from", dest="start", type=Path, help="a checkpoint or exported weights to go on from")
    options.add_argument("--to", type=Path, default=Path("checkpoints/values.pt"))
    train(options.parse_args())


def train(options: argparse.Namespace) -> None:
    judged = [render.Lines(9, apart=True).line(index) for index in range(LINES_FOR_JUDGING)]
    with multiprocessing.get_context("fork").Pool(options.renderers, prepare, [options.seed]) as pool:
        learn_all(options, judged, pool)


def learn_all(options: argparse.Namespace, judged: list[tuple[np.ndarray, str]], pool: multiprocessing.pool.Pool) -> None:
    torch.manual_seed(options.seed)
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
    device = "cuda" if torch.cuda.is_available() else "cpu"
    network = Recogniser(len(values.ALPHABET))
    before = take_over(network, options.start) if options.start else {"lines": 0, "learnt": 0, "seconds": 0}
    network = network.to(device, memory_format=torch.channels_last)
    decayed = [weight for weight in network.parameters() if weight.dim() > 1]
    others = [weight for weight in network.parameters() if weight.dim() == 1]
    optimiser = torch.optim.AdamW([{"params": decayed, "weight_decay": 0.01}, {"params": others, "weight_decay": 0}], lr=options.rate)
    options.to.parent.mkdir(parents=True, exist_ok=True)
    random = Random(f"{options.seed} {before['lines']}")
    shelf = Shelf(device)
    chunks = math.ceil(options.lines / CHUNK)
    # Lines that were seen in an earlier run do not come again.
    begin = before["lines"] // CHUNK
    ahead = 2 * options.renderers
    began = told = time.monotonic()
    learnt, losses, steps = 0, [], 0
    waiting = [pool.apply_async(rendered, [begin + count]) for count in range(min(ahead, chunks))]
    count = len(waiting)
    while True:
        # Rendering may be the faster, and waits then; or learning is, and learns more often from what there is.
        while waiting and (shelf.lines == 0 or (learnt >= options.passes * shelf.lines and (device == "cpu" or waiting[0].ready()))):
            shelf.take(waiting.pop(0).get())
            if count < chunks:
                waiting.append(pool.apply_async(rendered, [begin + count]))
                count += 1
        spent = time.monotonic() - began
        gone = max(learnt / (options.passes * options.lines), spent / 60 / options.minutes)
        optimiser.param_groups[0]["lr"] = optimiser.param_groups[1]["lr"] = options.rate * share(steps, gone)
        losses.append(learn(network, optimiser, *shelf.batch(options.batch, random)))
        steps += 1
        learnt += options.batch
        over = gone >= 1
        if over or time.monotonic() - told > 60:
            network.eval()
            signs, wrong = errors(network, judged, device)
            network.train()
            loss = float(torch.stack(losses).mean())
            print(
                f"{before['lines'] + shelf.lines} lines, each learnt {learnt / shelf.lines:.1f} times, {learnt / spent:.0f}/s, "
                f"loss {loss:.4f}, kept apart: {signs:.2%} of characters, {wrong:.2%} of values wrong",
                flush=True,
            )
            save(network, before["lines"] + shelf.lines, before["learnt"] + learnt, before["seconds"] + spent, options.to)
            told, losses = time.monotonic(), []
        if over:
            pool.terminate()
            break


def share(step: int, gone: float) -> float:
    """Of the highest rate: rises over the first steps, then falls to nearly nothing as the run ends."""
    return min(1, (step + 1) / 300) * (0.003 + 0.997 * 0.5 * (1 + math.cos(math.pi * min(1, gone))))


class Shelf:
    """The lines so far, those of like width together, where they are learnt from."""

    def __init__(self, device: str) -> None:
        self.device = device
        self.lines = 0
        self.counts: dict[int, int] = defaultdict(int)
        self.inks: dict[int, torch.Tensor] = {}
        self.said: dict[int, torch.Tensor] = {}

    def take(self, chunk: dict[int, tuple[np.ndarray, np.ndarray]]) -> None:
        for width, (inks, said) in chunk.items():
            start, end = self.counts[width], self.counts[width] + len(inks)
            for shelf, taken in ((self.inks, inks), (self.said, said)):
                new = torch.from_numpy(taken)
                if width not in shelf or len(shelf[width]) < end:
                    # Twice as much room each time, so that lines are seldom moved.
                    larger = torch.zeros((2 * end, *new.shape[1:]), dtype=new.dtype, device=self.device)
                    if width in shelf:
                        larger[:start] = shelf[width][:start]
                    shelf[width] = larger
                shelf[width][start:end] = new.to(self.device)
            self.counts[width] = end
            self.lines += len(inks)

    def batch(self, size: int, random: Random) -> tuple[torch.Tensor, torch.Tensor]:
        """Inks (size, 1, 32, width), each moved, stretched and its contrast changed a little, and what they say; later lines oftener."""
        width = random.choices(list(self.counts), list(self.counts.values()))[0]
        chosen = torch.tensor([int(self.counts[width] * random.random() ** 0.7) for _ in range(size)], device=self.device)
        inks = (self.inks[width][chosen].float() - 50) / 200
        drawn = lambda low, high: torch.empty(size, 1, 1, 1, device=self.device).uniform_(low, high)
        inks = inks[:, None] * drawn(0.85, 1.15)
        if random.random() < 0.5:
            inks = torch.roll(inks, (random.choice([-1, 0, 0, 1]), random.randint(0, 3)), (2, 3))
        else:
            # In halves of the picture, whose edges are at -1 and 1.
            turned = torch.zeros(size, 2, 3, device=self.device)
            turned[:, 0, 0], turned[:, 1, 1] = drawn(0.98, 1.06).flatten(), drawn(0.93, 1.07).flatten()
            turned[:, 0, 1], turned[:, 1, 2] = drawn(-0.01, 0.01).flatten(), drawn(-0.05, 0.05).flatten()
            turned[:, 0, 2] = turned[:, 0, 0] - 1
            inks = grid_sample(inks, affine_grid(turned, list(inks.shape), align_corners=False), align_corners=False)
        if random.random() < 0.3:
            inks = inks + torch.randn_like(inks) * drawn(0, 0.1)
        return inks.contiguous(memory_format=torch.channels_last), self.said[width][chosen]


def learn(network: Recogniser, optimiser: torch.optim.Optimizer, inks: torch.Tensor, said: torch.Tensor) -> torch.Tensor:
    with torch.autocast(inks.device.type, torch.bfloat16, enabled=inks.is_cuda):
        logits = network(inks)
    answers = logits.float().log_softmax(2).transpose(0, 1)
    widths = torch.full((len(said),), len(answers), device=said.device)
    loss = ctc_loss(answers, said.long(), widths, (said > 0).sum(1), zero_infinity=True)
    optimiser.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(network.parameters(), 2.0)
    optimiser.step()
    return loss.detach()


def prepare(seed: int) -> None:
    global source
    source = render.Lines(seed)


def rendered(chunk: int) -> dict[int, tuple[np.ndarray, np.ndarray]]:
    """By width: inks (lines, 32, width), 50 for paper and 250 for ink, and the places in the alphabet of what they say, from 1, 0 after its end."""
    found = defaultdict(list)
    for index in range(CHUNK):
        ink, text = source.line(chunk * CHUNK + index)
        # Once more as wide as every character with a blank after it: otherwise nothing could be learnt from it.
        if len(text) * 8 <= ink.shape[1] + STEP:
            found[math.ceil((ink.shape[1] + 3) / STEP) * STEP].append((ink, text))
    packed = {}
    for width, lines in found.items():
        inks = np.full((len(lines), render.HEIGHT, width), 50, np.uint8)
        said = np.zeros((len(lines), LONGEST), np.int16)
        for row, (ink, text) in enumerate(lines):
            inks[row, :, : ink.shape[1]] = np.clip(ink * 200 + 50, 0, 255)
            said[row, : len(text)] = [values.ALPHABET.index(sign) + 1 for sign in text]
        packed[width] = inks, said
    return packed


@torch.no_grad()
def errors(network: Recogniser, lines: list[tuple[np.ndarray, str]], device: str) -> tuple[float, float]:
    """Shares of characters and of values that are read wrong."""
    wrong = away = signs = 0
    for ink, text in lines:
        wide = np.zeros((1, 1, render.HEIGHT, (ink.shape[1] + 3) // 4 * 4), np.float32)
        wide[0, 0, :, : ink.shape[1]] = ink
        said, _ = best_path(network(torch.from_numpy(wide).to(device))[0].softmax(1).cpu().numpy(), values.ALPHABET)
        wrong += said != text
        away += distance(said, text)
        signs += len(text)
    return away / signs, wrong / len(lines)


def save(network: Recogniser, lines: int, learnt: int, seconds: float, file: Path) -> None:
    weights = {name: value.cpu() for name, value in network.state_dict().items()}
    whole = {"alphabet": values.ALPHABET, "lines": lines, "learnt": learnt, "seconds": seconds, "weights": weights}
    torch.save(whole, file.with_suffix(".part"))
    file.with_suffix(".part").replace(file)


def take_over(network: Recogniser, file: Path) -> dict:
    """
    Takes what an earlier network knows. Its alphabet may be another: characters that both have keep their weights.
    @return the earlier checkpoint
    """
    before = torch.load(file, map_location="cpu")
    weights = {name: value.float() if value.is_floating_point() else value for name, value in before["weights"].items()}
    own = network.state_dict()
    kept = [(0, 0)] + [(index + 1, before["alphabet"].index(sign) + 1) for index, sign in enumerate(values.ALPHABET) if sign in before["alphabet"]]
    for name in ("named.weight", "named.bias"):
        mixed = own[name].clone()
        for new, old in kept:
            mixed[new] = weights[name][old]
        weights[name] = mixed
    network.load_state_dict(weights)
    return before


if __name__ == "__main__":
    main()
