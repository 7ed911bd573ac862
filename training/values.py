"""Texts as invoices print them: amounts, dates, numbers, codes, units. All of it is invented, from a seed."""

import json
import re
from functools import lru_cache
from pathlib import Path
from random import Random

LEXICON = Path(__file__).resolve().parent.parent / "resources" / "lexicon"
DIGITS = "0123456789"
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SMALL = "abcdefghijklmnopqrstuvwxyz"
SIGNS = ".,-/:%€$£+()#*&_'="
#: What every face has that serves.
BASIC = DIGITS + CAPITALS + SMALL + SIGNS + " "
ACCENTED = "àáâãäåæçèéêëìíîïñòóôõöøùúûüýăąćčďđęěľłńňőœřśšťůűźżžșț"
LATIN = ACCENTED + ACCENTED.upper() + 'ß"@!?;<>[]|\\§°²³«»'
GREEK = "ΓΔΘΛΞΠΣΦΨΩαγδεζηθικλμξπςστυφψωάέήίύώϊϋΐ"
CYRILLIC = "БДЖЗИЙЛЦЧШЩЪЬЮЯбвгджзийлмнптфцчшщъьюя№"
#: A box that ends within a character, which is then not said.
CUT = "¦"
#: What the network can say. Longer alphabets begin with this one, so that weights can be taken over.
ALPHABET = BASIC + LATIN + GREEK + CYRILLIC + CUT
#: What print shows alike is said alike: letters of three scripts, dashes, quotation marks.
ALIKE = str.maketrans(
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονρχβόАВЕКМНОРСТХГПФУаеорсухкşţŞŢ–—−“”„’‘‚ºµ",
    "ABEZHIKMNOPTYXovpxßóABEKMHOPCTXΓΠΦYaeopcyxκșțȘȚ---\"\"\"'''°μ",
)

#: The characters that a face must have to print each of the scripts.
SCRIPTS = {
    "latin": LATIN + "şţŞŢ–—−“”„’‘º",
    "greek": GREEK + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονρχβό",
    "cyrillic": CYRILLIC + "АВЕКМНОРСТХГПФУаеорсухк",
}

CURRENCIES = ["EUR", "RON", "USD", "PLN", "CZK", "HUF", "GBP", "CHF", "BGN", "SEK", "€", "$", "£"]
UNITS = ["kg", "g", "l", "ml", "m", "m2", "mm", "cm", "km", "h", "kWh", "MWh", "x", "%", "t", "W", "GB"]
COUNTRIES = ["RO", "DE", "FR", "IT", "ES", "PL", "HU", "NL", "BE", "AT", "CZ", "BG", "EL", "PT", "SI", "HR", "GB", "CH"]


@lru_cache
def words() -> list[str]:
    """Words of the lexicon, of all its languages."""
    found: set[str] = set()

    def gather(value: object) -> None:
        if isinstance(value, str):
            found.update(word for word in re.findall(r"[^\W\d_]{1,14}", value) if set(shown(word)) <= set(ALPHABET))
        elif isinstance(value, list):
            for item in value:
                gather(item)
        elif isinstance(value, dict):
            for item in value.values():
                gather(item)

    for file in sorted(LEXICON.glob("*.json")):
        gather(json.loads(file.read_text(encoding="utf-8")))
    return sorted(found)


def shown(text: str) -> str:
    """A text as its print looks, which is what the network says of it."""
    return text.translate(ALIKE)


def some(random: Random, characters: str, count: int) -> str:
    return "".join(random.choice(characters) for _ in range(count))


def number(random: Random, digits: int) -> str:
    return random.choice("123456789") + some(random, DIGITS, digits - 1) if digits > 0 else "0"


def grouped(whole: str, sign: str) -> str:
    return re.sub(r"(?<=\d)(?=(\d{3})+$)", sign, whole)


def amount(random: Random) -> str:
    """An amount in one of the habits of Europe, by itself or with its currency or its sign."""
    whole = number(random, random.choices(range(8), [4, 9, 17, 24, 22, 12, 4, 2])[0])
    group, point = random.choice([(".", ","), (",", "."), (" ", ","), ("", ","), ("", "."), ("'", "."), (".", ",")])
    places = random.choices([0, 1, 2, 3, 4], [6, 3, 80, 5, 6])[0]
    text = grouped(whole, group) + (point + some(random, DIGITS, places) if places else "")
    if random.random() < 0.06:
        text = random.choice(["-" + text, text + "-", "(" + text + ")", "+" + text, "- " + text])
    if random.random() < 0.15:
        currency = random.choice(CURRENCIES)
        gap = random.choice(["", " "])
        text = random.choice([text + gap + currency, currency + gap + text])
    return text


def date(random: Random) -> str:
    day, month, year = random.randint(1, 31), random.randint(1, 12), random.randint(1990, 2039)
    kind = random.random()
    if kind < 0.7:
        sign = random.choice([".", ".", "/", "-"])
        shown = [f"{day:02}", f"{month:02}"] if random.random() < 0.85 else [str(day), str(month)]
        years = str(year) if random.random() < 0.8 else f"{year % 100:02}"
        return sign.join([*shown, years] if random.random() < 0.8 else [years, *shown[::-1]])
    if kind < 0.8:
        return f"{day:02}.{month:02}.{year} {random.randint(0, 23):02}:{random.randint(0, 59):02}"
    name = random.choice(words()).capitalize()
    short = name[:3] if random.random() < 0.5 else name
    return random.choice([f"{day} {short} {year}", f"{day}-{short}-{year}", f"{short} {day}, {year}", f"{day}. {short}"])


def number_of_document(random: Random) -> str:
    digits = some(random, DIGITS, random.randint(2, 10))
    letters = some(random, CAPITALS, random.randint(1, 4))
    year = str(random.randint(2000, 2039))
    sign = random.choice(["-", "/", "", " ", "_", "."])
    return random.choice(
        [digits, digits, letters + sign + digits, year + sign + digits, digits + sign + year, letters + sign + year + sign + digits]
    )


def code(random: Random) -> str:
    """Digits and letters without any order, so that no character can be guessed from those beside it."""
    kind = random.random()
    if kind < 0.35:
        return some(random, DIGITS, random.randint(1, 14))
    if kind < 0.6:
        return some(random, DIGITS + CAPITALS, random.randint(2, 12))
    if kind < 0.75:
        return some(random, DIGITS * 2 + CAPITALS + ".,-/:", random.randint(2, 12)).strip()
    if kind < 0.9:
        return some(random, DIGITS * 3 + ".,", random.randint(2, 9))
    return some(random, DIGITS + CAPITALS + SMALL + SIGNS + random.choice(["", LATIN, GREEK, CYRILLIC]), random.randint(1, 9))


def account(random: Random) -> str:
    text = random.choice(COUNTRIES) + some(random, DIGITS, 2)
    text += some(random, CAPITALS, 4) if random.random() < 0.4 else ""
    text += some(random, DIGITS, random.choice([12, 14, 16, 18]))
    whole = re.sub(r"(?<=^(?:....))", " ", text) if random.random() < 0.3 else text
    if random.random() < 0.5:
        parts = [text[at : at + 4] for at in range(0, len(text), 4)]
        begin = random.randrange(len(parts))
        return " ".join(parts[begin : begin + random.randint(1, 4)])
    return whole[: random.randint(8, 26)]


def tax_number(random: Random) -> str:
    country = random.choice([*COUNTRIES, ""])
    return country + random.choice(["", "", " "]) * (country != "") + some(random, DIGITS, random.randint(6, 13))


def quantity(random: Random) -> str:
    text = random.choice([number(random, random.randint(1, 4)), amount(random)])
    return text + random.choice(["", "", " "]) + random.choice([*UNITS, *UNITS, random.choice(words())])


def rate(random: Random) -> str:
    text = random.choice([str(random.randint(0, 30)), f"{random.randint(0, 99)}{random.choice('.,')}{some(random, DIGITS, random.randint(1, 2))}"])
    return text + random.choice(["%", " %", ""])


def name(random: Random) -> str:
    """A word as it stands in no dictionary: the beginning of one and the end of another of the same script."""
    first, second = random.choice(words()), random.choice(words())
    if scripts(first) != scripts(second):
        return first
    return (first[: random.randint(1, 6)] + second[-random.randint(1, 6) :].lower()).capitalize()


def words_of_print(random: Random) -> str:
    chosen = random.choice([random.choice(words()), name(random)])
    if random.random() < 0.25:
        chosen += random.choice([" ", " ", " ", "-", "/", ". "]) + random.choice(words())
    chosen = random.choice([chosen, chosen, chosen.upper(), chosen.capitalize()])
    after = random.choice(["", "", "", ":", ".", ",", ";", f" {some(random, DIGITS, random.randint(1, 6))}", f" {random.choice('#§°&|*')}"])
    around = random.choice(["()", '""', "[]", "«»", "<>"]) if random.random() < 0.08 else "  "
    return around[0] + chosen + after + around[1]


def article(random: Random) -> str:
    """What is sold as wholesalers and tills print it: words cut short and set against each other, with sizes and packs."""
    parts = []
    for _ in range(random.randint(1, 3)):
        word = random.choice(words())
        if not word.isascii() and random.random() < 0.7:
            continue
        parts.append(word[: random.randint(2, 8)].upper() + random.choice(["", ".", " ", " ", "&"]))
    size = some(random, DIGITS, random.randint(1, 3)) + random.choice(["", "", random.choice(".,X/+") + some(random, DIGITS, random.randint(1, 2))])
    parts.insert(random.randint(0, len(parts)), size + random.choice(["G", "G", "KG", "L", "ML", "BUC", "CM", "PET", "W", "%", "X", ""]) + random.choice(["", " "]))
    return random.choice(["", "", "", "*"]) + "".join(parts).strip(".& ")


def address(random: Random) -> str:
    """Of the net: what stands under a company's name."""
    of = random.choice(["@", "@", "www.", "/"])
    first, second = (random.choice([word for word in random.sample(words(), 40) if word.isascii()] or ["nr"]).lower() for _ in range(2))
    ending = random.choice(["ro", "de", "com", "eu", "it", "fr", "pl", "hu"])
    return of + second + "." + ending if of == "www." else first + of + second + "." + ending


def telephone(random: Random) -> str:
    parts = [some(random, DIGITS, random.randint(2, 4)) for _ in range(random.randint(2, 4))]
    return random.choice(["", "+", "(", "0"]) + random.choice([" ", ".", "-", "/", ""]).join(parts)


KINDS = [
    (amount, 34),
    (date, 16),
    (number_of_document, 12),
    (code, 14),
    (account, 5),
    (tax_number, 5),
    (quantity, 5),
    (rate, 3),
    (words_of_print, 46),
    (article, 10),
    (address, 2),
    (telephone, 2),
]


def scripts(text: str) -> frozenset[str]:
    """What a face must have to print a text, beside `BASIC`."""
    return frozenset(name for name, signs in SCRIPTS.items() if not set(signs).isdisjoint(text))


def value(random: Random) -> str:
    """One text, at most 26 characters that the network can say, without a space at its ends or two together."""
    make = random.choices([kind for kind, _ in KINDS], [weight for _, weight in KINDS])[0]
    text = " ".join("".join(sign for sign in make(random) if shown(sign) in ALPHABET and sign != CUT).split())[:26].strip()
    return text or "0"
