"""
Averages what two runs have learnt: weights that went on learning from other lines than before have gained there and lost
a little elsewhere, and their mean with those before keeps both (M. Wortsman et al., "Robust fine-tuning of zero-shot models", 2022).
"""

import argparse
from pathlib import Path

import torch


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("before", type=Path, help="weights or a checkpoint")
    options.add_argument("after", type=Path, help="a checkpoint that went on --from it")
    options.add_argument("--share", type=float, default=0.6, help="of the later one, 0 to 1")
    options.add_argument("--to", type=Path, default=Path("checkpoints/averaged.pt"))
    chosen = options.parse_args()
    before, after = (torch.load(file, map_location="cpu") for file in (chosen.before, chosen.after))
    torch.save({**after, "weights": averaged(before["weights"], after["weights"], chosen.share)}, chosen.to)


def averaged(before: dict[str, torch.Tensor], after: dict[str, torch.Tensor], share: float) -> dict[str, torch.Tensor]:
    """@param share of `after`, 0 to 1"""
    return {
        name: torch.lerp(before[name].float(), value.float(), share) if value.is_floating_point() else value
        for name, value in after.items()
    }


if __name__ == "__main__":
    main()
