"""The network: convolutions only, depthwise where they are wide, one column of answers every four pixels."""

import torch
from torch import nn


def normed(layer: nn.Module, channels: int) -> nn.Sequential:
    return nn.Sequential(layer, nn.BatchNorm2d(channels))


class Block(nn.Module):
    """A depthwise and a pointwise convolution; beside them what came in, where it has the same form."""

    def __init__(self, before: int, after: int, kernel: tuple[int, int], stride: tuple[int, int] = (1, 1)) -> None:
        super().__init__()
        padding = (kernel[0] // 2, kernel[1] // 2)
        self.depth = normed(nn.Conv2d(before, before, kernel, stride, padding, groups=before, bias=False), before)
        self.point = normed(nn.Conv2d(before, after, 1, bias=False), after)
        self.beside = before == after and stride == (1, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.point(self.depth(x))
        return torch.relu(x + y) if self.beside else torch.relu(y)


class Recogniser(nn.Module):
    """Ink (batch, 1, 32, width), a width that 4 divides, to logits (batch, width / 4, 1 + alphabet); 0 is CTC's blank."""

    def __init__(self, characters: int) -> None:
        super().__init__()
        self.seen = nn.Sequential(
            normed(nn.Conv2d(1, 24, 3, 2, 1, bias=False), 24),
            nn.ReLU(),
            Block(24, 48, (3, 3), (2, 2)),
            Block(48, 48, (3, 3)),
            Block(48, 144, (3, 3), (2, 1)),
            Block(144, 144, (3, 3)),
            normed(nn.Conv2d(144, 192, (4, 1), bias=False), 192),
            nn.ReLU(),
            *[Block(192, 192, (1, 7)) for _ in range(6)],
        )
        self.named = nn.Conv2d(192, 1 + characters, 1)

    def forward(self, ink: torch.Tensor) -> torch.Tensor:
        return self.named(self.seen(ink)).squeeze(2).transpose(1, 2)


def opened(whole: dict) -> Recogniser:
    """The network of a checkpoint, ready to read."""
    network = Recogniser(len(whole["alphabet"]))
    network.load_state_dict(whole["weights"])
    return network.eval()
