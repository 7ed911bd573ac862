"""Trains the recogniser on rendered values: from nothing, or on from a checkpoint or exported weights (`--from`)."""

import argparse
import math
import multiprocessing
import os
import time
from pathlib import Path
from random import Random

import numpy as np
import torch

import render
import values
from decode import best_path, distance
from network import Recogniser

#: Lines that are rendered together, by a process of their own while those before are learnt from.
CHUNK = 1024
#: Parts that may be rendered ahead.
AHEAD = 2
LINES_FOR_JUDGING = 500

source: render.Lines


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--lines", type=int, default=600_000, help="how many rendered lines, each learnt from --passes times")
    options.add_argument("--passes", type=int, default=4)
    options.add_argument("--minutes", type=float, default=math.inf, help="ends after these where the lines take longer")
    options.add_argument("--batch", type=int, default=32)
    options.add_argument("--rate", type=float, default=3e-3, help="the highest learning rate")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--renderers", type=int, default=1, help="processes that render")
    options.add_argument("--from", dest="start", type=Path, help="a checkpoint or exported weights to go on from")
    options.add_argument("--to", type=Path, default=Path("checkpoints/values.pt"))
    train(options.parse_args())


def train(options: argparse.Namespace) -> None:
    torch.manual_seed(options.seed)
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
    device = "cuda" if torch.cuda.is_available() else "cpu"
    network = Recogniser(len(values.ALPHABET))
    seen = seconds = 0
    if options.start:
        seen, seconds = take_over(network, options.start)
    network = network.to(device, memory_format=torch.channels_last)
    decayed = [weight for weight in network.parameters() if weight.dim() > 1]
    others = [weight for weight in network.parameters() if weight.dim() == 1]
    optimiser = torch.optim.AdamW([{"params": decayed, "weight_decay": 0.01}, {"params": others, "weight_decay": 0}], lr=options.rate)
    options.to.parent.mkdir(parents=True, exist_ok=True)
    judged = [render.Lines(9, apart=True).line(index) for index in range(LINES_FOR_JUDGING)]
    chunks = math.ceil(options.lines / CHUNK)
    before = time.monotonic()
    step, steps = 0, chunks * options.passes * (CHUNK // options.batch)
    # Lines that were seen in an earlier run do not come again.
    begin = seen // CHUNK
    with multiprocessing.get_context("fork").Pool(options.renderers, prepare, [options.seed]) as pool:
        waiting = [pool.apply_async(rendered, [begin + count]) for count in range(min(AHEAD, chunks))]
        for count in range(chunks):
            lines = waiting.pop(0).get()
            if count + AHEAD < chunks:
                waiting.append(pool.apply_async(rendered, [begin + count + AHEAD]))
            losses = []
            for repeated in range(options.passes):
                for ink, text, widths, lengths in batches(lines, options.batch, Random(f"{options.seed} {begin + count} {repeated}")):
                    optimiser.param_groups[0]["lr"] = optimiser.param_groups[1]["lr"] = rate_at(
                        step, max(step / steps, (time.monotonic() - before) / 60 / options.minutes), options.rate
                    )
                    losses.append(learn(network, optimiser, ink.to(device), text, widths, lengths))
                    step += 1
            seen += len(lines)
            spent = time.monotonic() - before
            told = f"{seen} lines, loss {np.mean(losses):.4f}, {(count + 1) * CHUNK / spent:.0f} lines/s"
            over = spent > 60 * options.minutes
            if count % 16 == 15 or count == chunks - 1 or over:
                network.eval()
                signs, wrong = errors(network, judged, device)
                network.train()
                told += f", kept apart: {signs:.2%} of characters, {wrong:.2%} of values wrong"
            save(network, seen, seconds + spent, options.to)
            print(told, flush=True)
            if over:
                break


def rate_at(step: int, gone: float, highest: float) -> float:
    """Rises over the first steps, then falls to nearly nothing as the run ends."""
    return highest * min(1, (step + 1) / 300) * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * min(1, gone))))


def learn(network: Recogniser, optimiser: torch.optim.Optimizer, ink: torch.Tensor, text: torch.Tensor, widths: torch.Tensor, lengths: torch.Tensor) -> float:
    answers = network(ink).log_softmax(2).transpose(0, 1)
    loss = torch.nn.functional.ctc_loss(answers, text, widths, lengths, zero_infinity=True)
    optimiser.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(network.parameters(), 2.0)
    optimiser.step()
    return loss.item()


def prepare(seed: int) -> None:
    global source
    source = render.Lines(seed)


def rendered(chunk: int) -> list[tuple[np.ndarray, str]]:
    lines = (source.line(chunk * CHUNK + index) for index in range(CHUNK))
    return [(np.clip(ink * 200 + 50, 0, 255).astype(np.uint8), text) for ink, text in lines]


def batches(lines: list[tuple[np.ndarray, str]], size: int, random: Random):
    """Lines of like width together, in an order of the seed; each shifted and its contrast changed a little."""
    order = sorted(range(len(lines)), key=lambda index: lines[index][0].shape[1] * random.uniform(0.9, 1.1))
    groups = [order[at : at + size] for at in range(0, len(order) - size + 1, size)]
    random.shuffle(groups)
    for group in groups:
        chosen = [lines[index] for index in group]
        inks = [(ink.astype(np.float32) - 50) / 200 * random.uniform(0.85, 1.15) for ink, _ in chosen]
        shifts = [random.randint(0, 3) for _ in inks]
        width = (max(ink.shape[1] + shift for ink, shift in zip(inks, shifts)) + 3) // 4 * 4
        whole = np.zeros((len(inks), 1, render.HEIGHT, width), np.float32)
        for row, (ink, shift) in enumerate(zip(inks, shifts)):
            down = random.choice([-1, 0, 0, 1])
            whole[row, 0, :, shift : shift + ink.shape[1]] = np.roll(ink, down, axis=0)
        text = torch.tensor([values.ALPHABET.index(sign) + 1 for _, said in chosen for sign in said])
        widths = torch.full((len(chosen),), width // 4)
        yield torch.from_numpy(whole).contiguous(memory_format=torch.channels_last), text, widths, torch.tensor([len(said) for _, said in chosen])


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


def save(network: Recogniser, lines: int, seconds: float, file: Path) -> None:
    whole = {"alphabet": values.ALPHABET, "lines": lines, "seconds": seconds, "weights": network.state_dict()}
    torch.save(whole, file.with_suffix(".part"))
    file.with_suffix(".part").replace(file)


def take_over(network: Recogniser, file: Path) -> tuple[int, float]:
    """
    Takes what an earlier network knows. Its alphabet may be another: characters that both have keep their weights.
    @return the lines and seconds that it learnt
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
    return before["lines"], before["seconds"]


if __name__ == "__main__":
    main()
