import type { Place } from '../../server/contract/window-review.ts';
import type { ShownPicture } from './page-picture.ts';

/** CSS pixels that print has to have to be read at a glance. */
const READABLE = 14;
/** As the style sheet has it. */
const HEIGHT = 60;
const MOST_SCALE = 4;
/** So many times as large as the page is shown, where that is enough. */
export const CUT_OUT_LARGER = 1.5;
const MARGIN = 12;

interface CutOutProps {
  /** Of the page; null until it is there. */
  picture: ShownPicture | null;
  place: Place;
  /** CSS pixels for a point of the page as it is shown above. */
  scale: number;
  /** Of the strip, in CSS pixels. */
  width: number;
}

/** The print of one field, large enough to be read; nothing where the page itself shows it so. */
export function CutOut({ picture, place, scale, width }: CutOutProps) {
  const [x, y, boxWidth, boxHeight] = place.box;
  const isSmall = boxHeight * scale < READABLE;
  const larger = Math.min(MOST_SCALE, Math.max(scale * CUT_OUT_LARGER, READABLE / Math.max(boxHeight, 1)));
  if (!isSmall || !picture || picture.number !== place.page || width === 0) return null;
  const fits = boxWidth * larger < width - 2 * MARGIN;
  const left = fits ? width / 2 - (x + boxWidth / 2) * larger : MARGIN - x * larger;
  const top = HEIGHT / 2 - (y + boxHeight / 2) * larger;
  return (
    <div className="cut-out" aria-hidden>
      <img
        src={picture.url}
        alt=""
        draggable={false}
        style={{ width: picture.width * larger, height: picture.height * larger, left, top }}
      />
      <div
        className="cut-out-box"
        style={{
          left: left + x * larger,
          top: top + y * larger,
          width: boxWidth * larger,
          height: boxHeight * larger,
        }}
      />
    </div>
  );
}
