"""What the network's answers say, and how far a text is from another."""

import numpy as np


def best_path(answers: np.ndarray, alphabet: str) -> tuple[str, float]:
    """
    The text of the likeliest answer of every column, and how sure the least sure of its characters is.
    @param answers probabilities, a row for each column of the picture, of CTC's blank and of the alphabet
    """
    text, sureness, before = "", [], 0
    for row in answers:
        best = int(row.argmax())
        if best != 0 and best != before:
            text += alphabet[best - 1]
            sureness.append(float(row[best]))
        elif best != 0:
            sureness[-1] = max(sureness[-1], float(row[best]))
        before = best
    return text, min(sureness, default=0.0)


def distance(one: str, other: str) -> int:
    """Characters to insert, leave out or change."""
    row = list(range(len(other) + 1))
    for at, sign in enumerate(one, 1):
        before, row[0] = row[0], at
        for index, wanted in enumerate(other, 1):
            before, row[index] = row[index], min(row[index] + 1, row[index - 1] + 1, before + (sign != wanted))
    return row[-1]
