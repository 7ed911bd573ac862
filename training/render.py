"""Pictures of printed values as scanners, facsimiles, printers and cameras leave them, from a seed."""

import os
import re
import zlib
from functools import lru_cache
from pathlib import Path
from random import Random

import cv2
import numpy as np
from fontTools.ttLib import TTFont
from PIL import Image, ImageDraw, ImageFont

import needles
import values

#: What the network sees of a line, in pixels; the ink's height is most of it.
HEIGHT = 32
#: A line that would become wider is squeezed.
WIDEST = 640

cv2.setNumThreads(1)


FONTS = Path(os.environ.get("FONTS", "/usr/share/fonts"))
#: Faces without digits or letters as documents print them.
UNREADABLE = re.compile("Symbol|Dingbat|D050000L|Z003|Math|Emoji|Braille|Chancery|chorus|SC-|Caps|smcp|Initial")
SLANTED = re.compile("ital|obli", re.IGNORECASE)


@lru_cache
def faces() -> list[tuple[str, bool, frozenset[str]]]:
    """Fonts below `FONTS` that have every basic character, whether their letters are equally wide, and the scripts they print beside it."""
    found = []
    for file in sorted(str(path) for path in FONTS.rglob("*") if path.suffix.lower() in (".ttf", ".otf")):
        if UNREADABLE.search(file):
            continue
        with TTFont(file, lazy=True) as font:
            characters, even = set(font.getBestCmap() or ()), bool(font["post"].isFixedPitch)
        has = lambda signs: characters >= {ord(sign) for sign in signs}
        scripts = frozenset(name for name, signs in values.SCRIPTS.items() if has(signs))
        if has(values.BASIC) and has_small_letters(file):
            found.append((file, even, scripts))
    return found


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


#: A drawn text: its ink (0 to 1) with white around, and from where to where of it the text itself goes across.
Drawn = tuple[np.ndarray, float, float]


class Lines:
    """Lines of a seed: `line(index)` is the same on every call."""

    def __init__(self, seed: int, apart: bool = False) -> None:
        self.seed = seed
        chosen = [entry for entry in faces() if kept_apart(entry[0]) == apart]
        if not chosen:
            raise SystemExit("No font of this machine has the whole alphabet: install those that README.md names.")
        self.chosen = chosen
        self.printing = lru_cache(self.printing)

    def printing(self, scripts: frozenset[str]) -> tuple[list[list[str]], list[str]]:
        """The faces that print these scripts, by family, because one with many weights would else be most of what is seen, and those with equally wide letters."""
        families: dict[str, list[str]] = {}
        for file, _, has in self.chosen:
            if scripts <= has:
                families.setdefault(file.rsplit("/", 1)[-1].split("-")[0].lower()[:9], []).append(file)
        return [families[name] for name in sorted(families)], [file for file, even, has in self.chosen if even and scripts <= has]

    def line(self, index: int) -> tuple[np.ndarray, str]:
        """A cut-out, `HEIGHT` rows of ink, and what it says as the alphabet has it."""
        random = Random(self.seed * 1_000_003 + index)
        noise = np.random.default_rng(random.getrandbits(32))
        text = values.value(random)
        before, after = ((values.value(random) if random.random() < 0.25 else "") for _ in range(2))
        if not self.printing(values.scripts(before + text + after))[0]:
            before = after = ""
        families, even = self.printing(values.scripts(text + before + after))
        kind = random.random()
        # A box that ends within a character; narrow ones are as well lost whole.
        cut = 0.0
        if len(text) > 2 and random.random() < 0.05:
            last = random.randint(1, len(text) - 1)
            if text[last].isalnum() and text[last] not in "1ijlIt":
                cut, after, text = random.uniform(0.1, 0.5), text[last:], text[:last]
        gap = "" if cut else " " * random.choice([1, 1, 2, 3])
        parts = (before and before + " " * random.choice([1, 1, 2, 3]), text, after and gap + after)
        if kind < 0.24 and even:
            drawn = dots(parts, cut, random, random.choice(even))
        else:
            family = random.choice(families)
            file = random.choice(family)
            if SLANTED.search(file) and random.random() < 0.75:
                file = random.choice(family)
            if kind < 0.33 and even:
                file = random.choice(even)
            drawn = strokes(parts, cut, random, file)
        return as_line(degrade(drawn, random, noise), random, noise), values.shown(text) + (values.CUT if cut else "")


def strokes(parts: tuple[str, str, str], cut: float, random: Random, file: str) -> Drawn:
    """
    A text in a face, with what stands before and after it.
    @param cut how much of the character after the text its box still holds, 0 to 1
    """
    size = random.choice([32, 40, 48])
    font = face(file, size)
    whole = "".join(parts)
    gap = random.choice([0, 0, 0, 0, random.uniform(-0.1, 0.2)]) * size
    if gap == 0:
        left, top, right, bottom = font.getbbox(whole)
        picture = Image.new("L", (right - left + size, bottom - top + size))
        ImageDraw.Draw(picture).text((size // 2 - left, size // 2 - top), whole, font=font, fill=255)
        at = [size // 2 - left + font.getlength(whole[:count]) for count in places(parts)]
    else:
        advance = [font.getlength(sign) + gap for sign in whole]
        picture = Image.new("L", (int(sum(advance)) + 2 * size, 2 * size))
        draw, across = ImageDraw.Draw(picture), float(size)
        for sign, width in zip(whole, advance):
            draw.text((across, size // 2), sign, font=font, fill=255)
            across += width
        at = [size + sum(advance[:count]) for count in places(parts)]
    ink = np.asarray(picture, np.float32) / 255
    wide = random.uniform(0.68, 1.25) if random.random() < 0.12 else 1
    if wide != 1:
        ink = cv2.resize(ink, None, fx=wide, fy=1, interpolation=cv2.INTER_AREA)
    start, end, last = (edge * wide for edge in at)
    return (ink, start, end + cut * (last - end)) if cut else (ink, *edges(parts, start, end, ink.shape[1]))


def places(parts: tuple[str, str, str]) -> tuple[int, int, int]:
    """Where the text begins, where it ends and where the character after it does, in characters."""
    start, end = len(parts[0]), len(parts[0]) + len(parts[1])
    return start, end, end + 1


def edges(parts: tuple[str, str, str], start: float, end: float, width: int) -> tuple[float, float]:
    """Italics reach over the place where they begin or end: where nothing stands beside the text, all is its own."""
    return start if parts[0] else 0, end if parts[2] else width


def dots(parts: tuple[str, str, str], cut: float, random: Random, file: str) -> Drawn:
    """The same printed by pins: nine of them, in shapes of their own or those of a face, or twenty-four."""
    whole = "".join(parts)
    if random.random() < 0.6 and set(whole) <= needles.characters().keys():
        pins, starts = needle_print(whole, random)
        step, across = 5, random.choice([4, 4, 5, 5, 6])
        radius = random.uniform(1.3, 2.9)
    else:
        few = random.random() < 0.6
        pins, starts = face_in_pins(whole, random, file, random.choice([10, 11, 12]) if few else random.choice([16, 18, 20, 24]))
        step = across = 5 if few else 3
        radius = random.uniform(1.7, 2.9) if few else random.uniform(1.4, 2.2)
    wide = np.zeros((pins.shape[0] * step, pins.shape[1] * across), np.float32)
    wide[step // 2 :: step, across // 2 :: across] = pins
    if random.random() < 0.15:
        # Struck twice, the second time beside.
        wide[:, 2:] = np.maximum(wide[:, 2:], wide[:, :-2])
    reach = int(np.ceil(radius))
    ys, xs = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    pin = np.clip(radius + 0.5 - np.hypot(xs, ys), 0, 1).astype(np.float32)
    ink = np.clip(cv2.filter2D(wide, -1, pin, borderType=cv2.BORDER_CONSTANT), 0, 1)
    ink = cv2.copyMakeBorder(ink, 12, 12, 14, 14, cv2.BORDER_CONSTANT, value=0)
    start, end, last = (14 + starts[min(count, len(whole))] * across for count in places(parts))
    return (ink, start, end + cut * (last - end)) if cut else (ink, *edges(parts, start, end, ink.shape[1]))


def needle_print(whole: str, random: Random) -> tuple[np.ndarray, list[int]]:
    """A text in the shapes of nine-pin printers, a dot each pixel, and where each of its characters begins and the last one ends."""
    shapes = needles.characters() if random.random() < 0.3 else needles.characters() | {"0": needles.plain_zero()}
    advance = needles.WIDE + random.choice([1, 1, 1, 2])
    pins = np.zeros((needles.HIGH + 4, advance * (len(whole) + 2)), np.float32)
    starts = [advance * (index + 1) for index in range(len(whole) + 1)]
    for sign, start in zip(whole, starts):
        pins[2 : 2 + needles.HIGH, start : start + needles.WIDE] = shapes[sign]
    return pins, starts


def face_in_pins(whole: str, random: Random, file: str, size: int) -> tuple[np.ndarray, list[int]]:
    """The same in a face of equally wide letters, drawn as coarsely as pins do."""
    font = face(file, size)
    # Pins print letters so close that they touch, which a face of lines never does.
    advance = max(1, round(font.getlength("0") * random.choice([1, 1, random.uniform(0.7, 0.95)])))
    _, top, _, bottom = font.getbbox(whole)
    picture = Image.new("1", (advance * len(whole) + 2 * size, bottom - top + 4))
    for index, sign in enumerate(whole):
        ImageDraw.Draw(picture).text((size + index * advance, 2 - top), sign, font=font, fill=1)
    return np.asarray(picture).astype(np.float32), [size + index * advance for index in range(len(whole) + 1)]


def degrade(drawn: Drawn, random: Random, noise: np.random.Generator) -> tuple[np.ndarray, tuple[int, int, int, int]]:
    """The grey picture (0 to 255) at the size in which it was scanned, and the box of the text's ink in it."""
    ink = drawn[0]
    start, end = int(max(0, drawn[1])), int(np.ceil(drawn[2]))
    # Most scans are in order; of the others each has several faults.
    share = 0.25 if random.random() < 0.45 else 1.0
    rarely = lambda chance: random.random() < share * chance
    ys, xs = np.nonzero(ink[:, start:end] > 0.3)
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
    own = ink[:, start:end]
    ys, xs = np.nonzero(own > 0.35 * own.max())
    box = [start + xs.min(), ys.min(), start + xs.max() + 1, ys.max() + 1]
    if rarely(0.2):
        beside_above(ink, box, random)
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
        # A facsimile, or a scan in black and white; of dots that stand apart no pixel may be as dark as the ink.
        darkest = max(dark, float(np.percentile(grey, 2)))
        grey = np.where(grey < darkest + (paper - darkest) * random.uniform(0.35, 0.7), 0.0, 255.0)
    elif rarely(0.6):
        packed = cv2.imencode(".jpg", np.clip(grey, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, random.randint(25, 90)])[1]
        grey = cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE).astype(np.float32)
    if rarely(0.03):
        grey = cv2.medianBlur(np.clip(grey, 0, 255).astype(np.uint8), 3).astype(np.float32)
    left, top, right, bottom = (int(round(edge * scale)) for edge in box)
    return np.clip(grey, 0, 255).astype(np.uint8), (left, top, max(right, left + 2), max(bottom, top + 4))


def beside_above(ink: np.ndarray, box: list[int], random: Random) -> None:
    """Draws a line of other print close above or below, as in dense tables; part of it may come into the cut-out."""
    tall = box[3] - box[1]
    other = ink[box[1] : box[3], ::-1].copy()
    gap = int(random.uniform(0.08, 0.5) * tall)
    if random.random() < 0.5:
        seen = min(tall, box[1] - gap)
        if seen > 0:
            ink[box[1] - gap - seen : box[1] - gap] = other[tall - seen :]
    else:
        seen = min(tall, ink.shape[0] - box[3] - gap)
        if seen > 0:
            ink[box[3] + gap : box[3] + gap + seen] = other[:seen]


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
