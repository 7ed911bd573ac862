"""Pictures of printed values as scanners, facsimiles, printers and cameras leave them, from a seed."""

import re
import subprocess
import zlib
from functools import lru_cache
from random import Random

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

import values

#: What the network sees of a line, in pixels; the ink's height is most of it.
HEIGHT = 32
#: A line that would become wider is squeezed.
WIDEST = 640

cv2.setNumThreads(1)


#: Faces without digits or letters as documents print them.
UNREADABLE = re.compile("Symbol|Dingbat|D050000L|Z003|Math|Emoji|Braille|Chancery|chorus|SC-|Caps|smcp|Initial")
SLANTED = re.compile("ital|obli", re.IGNORECASE)


@lru_cache
def faces() -> list[tuple[str, bool]]:
    """Fonts of this machine that have every character of the alphabet, with whether their letters are equally wide."""
    needed = " ".join(f"{ord(sign):x}" for sign in values.ALPHABET)
    listed = subprocess.run(
        ["fc-list", f":charset={needed}", "--format", "%{file}|%{spacing}|%{index}\n"], check=True, capture_output=True, text=True
    ).stdout
    found = {}
    for row in listed.splitlines():
        file, spacing, index = row.rsplit("|", 2)
        if file.lower().endswith((".ttf", ".otf")) and index == "0" and not UNREADABLE.search(file) and has_small_letters(file):
            found[file] = spacing == "100"
    return sorted(found.items())


def has_small_letters(file: str) -> bool:
    """Some faces show small capitals instead, which nothing but their height tells from capitals."""
    font = ImageFont.truetype(file, 24)
    return font.getmask("a").size != font.getmask("A").size


def kept_apart(file: str) -> bool:
    """Whether a face is for judging only: every eighth family, by its name's checksum."""
    family = file.rsplit("/", 1)[-1].split("-")[0].split("_")[0].lower()
    return zlib.crc32(family.encode()) % 8 == 0


@lru_cache(maxsize=2000)
def face(file: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(file, size)


class Lines:
    """Lines of a seed: `line(index)` is the same on every call."""

    def __init__(self, seed: int, apart: bool = False) -> None:
        self.seed = seed
        chosen = [entry for entry in faces() if kept_apart(entry[0]) == apart]
        if not chosen:
            raise SystemExit("No font of this machine has the whole alphabet: install those that README.md names.")
        # Families with many weights would otherwise be most of what is seen.
        self.families: dict[str, list[tuple[str, bool]]] = {}
        for file, even in chosen:
            self.families.setdefault(file.rsplit("/", 1)[-1].split("-")[0].lower()[:9], []).append((file, even))
        self.names = sorted(self.families)
        self.even = [entry for entry in chosen if entry[1]]

    def line(self, index: int) -> tuple[np.ndarray, str]:
        random = Random(self.seed * 1_000_003 + index)
        noise = np.random.default_rng(random.getrandbits(32))
        text = values.value(random)
        kind = random.random()
        if kind < 0.15 and self.even:
            drawn = dots(text, random, random.choice(self.even)[0])
        else:
            family = self.families[random.choice(self.names)]
            file, _ = random.choice(family)
            if SLANTED.search(file) and random.random() < 0.75:
                file, _ = random.choice(family)
            if kind < 0.25 and self.even:
                file = random.choice(self.even)[0]
            drawn = strokes(text, random, file)
        return as_line(degrade(drawn, random, noise), random, noise), text


def strokes(text: str, random: Random, file: str) -> np.ndarray:
    """Ink (0 to 1) of a text in a face, with white around."""
    size = random.choice([32, 40, 48])
    font = face(file, size)
    gap = random.choice([0, 0, 0, 0, random.uniform(-0.1, 0.2)]) * size
    if gap == 0:
        left, top, right, bottom = font.getbbox(text)
        picture = Image.new("L", (right - left + size, bottom - top + size))
        ImageDraw.Draw(picture).text((size // 2 - left, size // 2 - top), text, font=font, fill=255)
    else:
        advance = [font.getlength(sign) + gap for sign in text]
        picture = Image.new("L", (int(sum(advance)) + 2 * size, 2 * size))
        draw, at = ImageDraw.Draw(picture), float(size)
        for sign, width in zip(text, advance):
            draw.text((at, size // 2), sign, font=font, fill=255)
            at += width
    ink = np.asarray(picture, np.float32) / 255
    if random.random() < 0.12:
        ink = cv2.resize(ink, None, fx=random.uniform(0.68, 1.25), fy=1, interpolation=cv2.INTER_AREA)
    return ink


def dots(text: str, random: Random, file: str) -> np.ndarray:
    """Ink of a text that pins print, nine or twenty-four of them."""
    few = random.random() < 0.6
    size = random.choice([10, 11, 12]) if few else random.choice([16, 18, 20, 24])
    font = face(file, size)
    # Pins print letters so close that they touch, which a face of lines never does.
    advance = max(1, round(font.getlength("0") * random.choice([1, 1, random.uniform(0.7, 0.95)])))
    _, top, _, bottom = font.getbbox(text)
    picture = Image.new("1", (advance * len(text) + 2 * size, bottom - top + 4))
    for index, sign in enumerate(text):
        ImageDraw.Draw(picture).text((size + index * advance, 2 - top), sign, font=font, fill=1)
    pins = np.asarray(picture).astype(np.float32)
    step = 5 if few else 3
    radius = random.uniform(1.7, 2.9) if few else random.uniform(1.4, 2.2)
    grid = np.kron(pins, np.ones((1, 1), np.float32))
    wide = np.zeros((grid.shape[0] * step, grid.shape[1] * step), np.float32)
    wide[step // 2 :: step, step // 2 :: step] = grid
    reach = int(np.ceil(radius))
    ys, xs = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    pin = np.clip(radius + 0.5 - np.hypot(xs, ys), 0, 1).astype(np.float32)
    ink = np.clip(cv2.filter2D(wide, -1, pin, borderType=cv2.BORDER_CONSTANT), 0, 1)
    return cv2.copyMakeBorder(ink, 12, 12, 14, 14, cv2.BORDER_CONSTANT, value=0)


def degrade(ink: np.ndarray, random: Random, noise: np.random.Generator) -> tuple[np.ndarray, tuple[int, int, int, int]]:
    """The grey picture (0 to 255) at the size in which it was scanned, and the ink's box in it."""
    # Most scans are in order; of the others each has several faults.
    share = 0.25 if random.random() < 0.45 else 1.0
    rarely = lambda chance: random.random() < share * chance
    ys, xs = np.nonzero(ink > 0.3)
    if len(ys) == 0:
        return np.full((HEIGHT, HEIGHT), 255, np.uint8), (0, 0, HEIGHT, HEIGHT)
    tall = ys.max() + 1 - ys.min()
    # Height of the ink as scanned: 6 points at 100 dpi are 7 pixels, 10 points at 300 dpi 34.
    target = random.uniform(8, 14) if rarely(0.22) else random.uniform(12, 40)
    scale = min(1.0, target / tall)

    if rarely(0.25):
        width = random.choice([2, 2, 3])
        thick = random.random() < 0.6
        changed = (cv2.dilate if thick else cv2.erode)(ink, np.ones((width, random.choice([width, 1])), np.float32))
        # Hairlines would be lost altogether.
        ink = changed if changed.sum() > 0.4 * ink.sum() else ink
    if rarely(0.15):
        # A worn ribbon or poor toner: ink missing in patches.
        patch = noise.random((ink.shape[0] // 6 + 1, ink.shape[1] // 6 + 1), np.float32)
        worn = cv2.resize(patch, ink.shape[::-1], interpolation=cv2.INTER_LINEAR)
        ink = ink * np.clip(0.35 + worn * random.uniform(0.9, 1.8), 0, 1)
    if rarely(0.08):
        fine = noise.random(ink.shape, np.float32)
        ink = ink * (fine > random.uniform(0.05, 0.35))
    # Skew, slant, perspective: the page was straightened before, so little is left.
    if random.random() < 0.6:
        turn = np.tan(np.radians(random.gauss(0, 0.5)))
        slant = random.gauss(0, 0.04) if random.random() < 0.85 else random.uniform(-0.3, 0.3)
        height, width = ink.shape
        matrix = np.array([[1, slant, -slant * height / 2], [turn, 1, -turn * width / 2]], np.float32)
        ink = cv2.warpAffine(ink, matrix, (width, height), flags=cv2.INTER_LINEAR)
    if rarely(0.06):
        height, width = ink.shape
        wave = (np.sin(np.linspace(0, random.uniform(1, 5), width) + random.uniform(0, 6)) * random.uniform(0.5, 2.5)).astype(np.float32)
        gx, gy = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
        ink = cv2.remap(ink, gx, gy + wave, cv2.INTER_LINEAR)

    sharp = random.random()
    if sharp < 0.7:
        blur = random.uniform(0.2, 0.9) if sharp < 0.5 or share < 1 else random.uniform(0.9, 1.7)
        ink = cv2.GaussianBlur(ink, (0, 0), blur / scale * random.uniform(0.5, 1))
    way = random.choice([cv2.INTER_AREA, cv2.INTER_AREA, cv2.INTER_LINEAR, cv2.INTER_CUBIC, cv2.INTER_NEAREST if scale > 0.6 else cv2.INTER_AREA])
    ys, xs = np.nonzero(ink > 0.35 * ink.max())
    box = [xs.min(), ys.min(), xs.max() + 1, ys.max() + 1]
    # Rules of tables and underlines near the print, which the box of its word does not hold.
    if rarely(0.12):
        y = box[3] + random.randint(1, 8) if random.random() < 0.6 else box[1] - random.randint(2, 9)
        ink[max(0, y) : max(0, y + random.randint(1, 3))] = random.uniform(0.4, 1)
    if rarely(0.1):
        x = box[0] - random.randint(4, 12) if random.random() < 0.5 else box[2] + random.randint(3, 12)
        ink[:, max(0, x) : max(0, x + random.randint(1, 3))] = random.uniform(0.4, 1)
    small = cv2.resize(ink, None, fx=scale, fy=scale, interpolation=way)

    paper = random.uniform(200, 255) if random.random() < 0.5 else 255
    dark = random.uniform(0, 90) if not rarely(0.35) else random.uniform(60, paper - 60)
    grey = paper + (dark - paper) * np.clip(small, 0, 1)
    if rarely(0.2):
        slope = np.linspace(random.uniform(-25, 25), random.uniform(-25, 25), grey.shape[1], dtype=np.float32)
        grey = grey + slope
    if rarely(0.12):
        # Security print, a stamp or what shines through from behind.
        back = noise.random((max(2, grey.shape[0] // 5), max(2, grey.shape[1] // 7)), np.float32)
        grey = grey - cv2.resize(back, grey.shape[::-1], interpolation=cv2.INTER_CUBIC) * random.uniform(5, 60)
    if rarely(0.55):
        grey = grey + noise.standard_normal(grey.shape, np.float32) * random.choice([3, 6, 10, 16, 24])
    if rarely(0.18):
        # A facsimile, or a scan in black and white.
        grey = np.where(grey < dark + (paper - dark) * random.uniform(0.35, 0.7), 0.0, 255.0)
    elif rarely(0.6):
        packed = cv2.imencode(".jpg", np.clip(grey, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, random.randint(25, 90)])[1]
        grey = cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE).astype(np.float32)
    if rarely(0.03):
        grey = cv2.medianBlur(np.clip(grey, 0, 255).astype(np.uint8), 3).astype(np.float32)
    left, top, right, bottom = (int(round(edge * scale)) for edge in box)
    return np.clip(grey, 0, 255).astype(np.uint8), (left, top, max(right, left + 2), max(bottom, top + 4))


def as_line(scanned: tuple[np.ndarray, tuple[int, int, int, int]], random: Random, noise: np.random.Generator) -> np.ndarray:
    """The cut-out as the reader makes it, from a box that is not exact: ink 0 to 1, 32 rows."""
    grey, (left, top, right, bottom) = scanned
    tall = bottom - top
    shake = lambda share: random.gauss(0, share) * tall
    margin = MARGIN * tall
    box = (left - margin + shake(0.05), top - margin + shake(0.05), right + margin + shake(0.07), bottom + margin + shake(0.05))
    return normalise(cut(grey, box))


#: White around the box, in parts of its height.
MARGIN = 0.12


def cut(grey: np.ndarray, box: tuple[float, float, float, float]) -> np.ndarray:
    """A box of a picture scaled to 32 rows, with the picture's edge repeated where the box reaches over it."""
    left, top, right, bottom = box
    scale = HEIGHT / max(4.0, bottom - top)
    width = int(np.clip(round((right - left) * scale), 16, WIDEST))
    across = (right - left) / width
    source = grey
    if scale < 0.6:
        source = cv2.GaussianBlur(grey, (0, 0), 0.4 / scale)
    matrix = np.array([[across, 0, left + across / 2 - 0.5], [0, 1 / scale, top + 0.5 / scale - 0.5]], np.float32)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(source, matrix, (width, HEIGHT), flags=flags, borderMode=cv2.BORDER_REPLICATE)


def normalise(grey: np.ndarray) -> np.ndarray:
    """Ink as 1, paper as 0, whatever the contrast."""
    low, high = np.percentile(grey, [1, 90])
    return np.clip((high - grey.astype(np.float32)) / max(16.0, high - low), -0.25, 1.25)
