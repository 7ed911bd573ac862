"""python3 -m unittest discover -s tests, in this folder; what needs PyTorch or fonts is left out where there are none."""

import importlib.util
import sys
import tempfile
import unittest
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import values


def has(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


class Values(unittest.TestCase):
    def test_texts_are_of_the_alphabet_and_short(self):
        for seed in range(3000):
            text = values.value(Random(seed))
            self.assertTrue(1 <= len(text) <= 26, text)
            self.assertEqual(set(values.shown(text)) - set(values.ALPHABET), set(), text)
            self.assertEqual(text, " ".join(text.split()))

    def test_the_same_seed_gives_the_same_text(self):
        self.assertEqual([values.value(Random(seed)) for seed in range(50)], [values.value(Random(seed)) for seed in range(50)])

    def test_every_character_comes_up(self):
        seen = {sign for seed in range(120000) for sign in values.shown(values.value(Random(seed)))}
        self.assertEqual(set(values.ALPHABET) - seen, {values.CUT})

    def test_what_looks_alike_is_said_alike(self):
        self.assertEqual(values.shown("ΑΒΜ–Аеţ"), "ABM-Aeț")
        self.assertEqual(set(map(chr, values.ALIKE)) & set(values.ALPHABET), set())
        self.assertLessEqual({chr(said) for said in values.ALIKE.values()}, set(values.ALPHABET))

    def test_scripts_of_a_text(self):
        self.assertEqual(values.scripts("Total 12,50"), frozenset())
        self.assertEqual(values.scripts("Łódź ΑΦΜ № 7"), frozenset({"latin", "greek", "cyrillic"}))

    def test_thousands_are_grouped_from_the_right(self):
        self.assertEqual([values.grouped(whole, ".") for whole in ("1", "123", "1234", "1234567")], ["1", "123", "1.234", "1.234.567"])

    def test_articles_have_letters_and_figures_together(self):
        articles = [values.article(Random(seed)) for seed in range(200)]
        self.assertGreater(sum(any(sign.isdigit() for sign in text) for text in articles), 190)
        self.assertGreater(sum(any(a.isalpha() and b.isdigit() or a.isdigit() and b.isalpha() for a, b in zip(text, text[1:])) for text in articles), 150)

    def test_no_character_stands_twice_in_the_alphabet(self):
        self.assertEqual(len(set(values.ALPHABET)), len(values.ALPHABET))


@unittest.skipUnless(has("numpy"), "numpy is not installed")
class Needles(unittest.TestCase):
    def test_each_character_has_a_shape_of_its_own_within_the_needles(self):
        import needles

        shapes = needles.characters()
        self.assertLessEqual(set(values.DIGITS + values.CAPITALS + values.SMALL), set(shapes))
        self.assertEqual({shape.shape for shape in shapes.values()}, {(needles.HIGH, needles.WIDE)})
        self.assertEqual(len({shape.tobytes() for shape in shapes.values()}), len(shapes))

    def test_the_plain_zero_has_no_stroke_through_it_and_is_no_letter(self):
        import needles

        zero = needles.plain_zero()
        self.assertEqual(zero[1:6, 1:4].sum(), 0)
        self.assertEqual([sign for sign, shape in needles.characters().items() if (shape == zero).all()], ["O"])


@unittest.skipUnless(has("numpy"), "numpy is not installed")
class Decoding(unittest.TestCase):
    def path(self, *columns):
        import numpy as np
        from decode import best_path

        return best_path(np.array(columns), "ab")

    def test_a_character_held_is_one_and_a_blank_parts_two(self):
        a, b, blank = [0.1, 0.8, 0.1], [0.1, 0.2, 0.7], [0.9, 0.05, 0.05]
        self.assertEqual(self.path(a, a, blank, a, b, b)[0], "aab")

    def test_the_least_sure_character_says_how_sure_the_text_is(self):
        self.assertEqual(self.path([0.1, 0.9, 0], [0.4, 0.6, 0], [0.3, 0, 0.7])[1], 0.7)

    def test_nothing_read_is_not_sure(self):
        self.assertEqual(self.path([1, 0, 0]), ("", 0.0))

    def test_distance(self):
        from decode import distance

        self.assertEqual([distance("", "ab"), distance("1.234", "1.234"), distance("1.284", "1,23")], [2, 0, 3])


@unittest.skipUnless(has("numpy") and has("cv2") and has("PIL"), "numpy, OpenCV or Pillow is not installed")
class Rendering(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        import render

        cls.render = render
        if len({render.kept_apart(file) for file, _, _ in render.faces()}) < 2:
            raise unittest.SkipTest("too few fonts are installed")

    def test_a_line_is_the_same_whenever_it_is_asked_for(self):
        one, other = self.render.Lines(3), self.render.Lines(3)
        later = other.line(5)
        one.line(4)
        again = one.line(5)
        self.assertEqual(later[1], again[1])
        self.assertTrue((later[0] == again[0]).all())

    def test_lines_have_ink_and_the_form_that_the_network_takes(self):
        lines = self.render.Lines(4)
        for index in range(300):
            ink, text = lines.line(index)
            self.assertEqual(ink.shape[0], self.render.HEIGHT)
            self.assertTrue(16 <= ink.shape[1] <= self.render.WIDEST)
            self.assertGreater(ink.max(), 0.5, text)

    def test_no_face_is_both_learnt_from_and_judged_on(self):
        def used(apart):
            return {file for family in self.render.Lines(1, apart).printing(frozenset())[0] for file in family}

        self.assertEqual(used(True) & used(False), set())

    def test_a_box_that_ends_within_a_character_is_said_to(self):
        lines = self.render.Lines(5)
        cut = [text for _, text in map(lines.line, range(600)) if values.CUT in text]
        self.assertTrue(cut)
        self.assertEqual([text for text in cut if text.index(values.CUT) != len(text) - 1], [])

    def test_a_cut_out_keeps_its_place_and_is_scaled(self):
        import numpy as np

        grey = np.full((100, 200), 255, np.uint8)
        grey[40:60, 100:110] = 0
        strip = self.render.cut(grey, (80, 40, 120, 60))
        self.assertEqual(strip.shape, (32, 64))
        dark = np.nonzero(strip[16] < 128)[0]
        self.assertEqual((dark.min(), dark.max()), (32, 47))

    def test_light_is_evened_out(self):
        import numpy as np

        grey = np.full((32, 50), 200, np.uint8)
        grey[10:20, 10:20] = 100
        ink = self.render.normalise(grey)
        self.assertEqual((float(ink[0, 0]), float(ink[15, 15])), (0.0, 1.0))


@unittest.skipUnless(has("torch"), "PyTorch is not installed")
class GoingOn(unittest.TestCase):
    def test_a_longer_alphabet_keeps_what_was_learnt_of_the_characters_of_both(self):
        import torch
        import train
        from network import Recogniser

        before = Recogniser(2)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "before.pt"
            weights = {name: value.half() if value.is_floating_point() else value for name, value in before.state_dict().items()}
            torch.save({"alphabet": "B7", "lines": 5, "learnt": 9, "seconds": 7, "weights": weights}, file)
            grown = Recogniser(len(values.ALPHABET))
            self.assertEqual(train.take_over(grown, file)["lines"], 5)
        for sign, old in (("B", 1), ("7", 2)):
            new = values.ALPHABET.index(sign) + 1
            self.assertTrue(torch.allclose(grown.named.weight[new], before.named.weight[old], atol=1e-3))
        self.assertTrue(torch.allclose(grown.named.weight[0], before.named.weight[0], atol=1e-3))

    def test_an_average_is_of_its_share(self):
        import torch
        from average import averaged

        before, after = {"a": torch.tensor([0.0, 2.0]), "steps": torch.tensor(3)}, {"a": torch.tensor([1.0, 4.0]), "steps": torch.tensor(5)}
        mixed = averaged(before, after, 0.25)
        self.assertEqual(mixed["a"].tolist(), [0.25, 2.5])
        self.assertEqual(mixed["steps"].item(), 5)

    def test_the_network_answers_every_four_pixels(self):
        import torch
        from network import Recogniser

        network = Recogniser(84).eval()
        self.assertEqual(network(torch.zeros(2, 1, 32, 64)).shape, (2, 16, 85))


if __name__ == "__main__":
    unittest.main()
