import { type PointerEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageText, PageWord, Place } from '../../server/contract/window-review.ts';
import type { ShownPicture } from './page-picture.ts';
import { useSelectWords } from './select-words.ts';
import { type Size, type Turn, turnedSize, turnedStyle, unturned } from './turned-page.ts';

interface PageSheetProps {
  number: number;
  pages: number;
  picture: ShownPicture;
  /** CSS pixels for a point of the page. */
  scale: number;
  turn: Turn;
  runs: PageText;
  /** What is selected, and what could be taken instead. */
  marks: { place: Place; kind: 'selected' | 'candidate' }[];
  onWords: ((words: PageWord[]) => void) | null;
}

/** A page as a picture with boxes around what is selected; print on it can be selected. */
export function PageSheet({ number, pages, picture, scale, turn, runs, marks, onWords }: PageSheetProps) {
  const { t } = useTranslation();
  const size: Size = { width: picture.width * scale, height: picture.height * scale };
  const outer = turnedSize(size, turn);
  const pointOf = (event: PointerEvent<HTMLElement>): [number, number] => {
    const corner = event.currentTarget.getBoundingClientRect();
    const [x, y] = unturned(event.clientX - corner.left, event.clientY - corner.top, size, turn);
    return [x / scale, y / scale];
  };
  const selecting = useSelectWords(runs, pointOf, onWords);
  const mark = useRef<HTMLDivElement>(null);
  const [wanted] = marks.filter(({ place }) => place.page === number);
  const wantedBox = wanted?.place.box.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another box, page or size is shown
  useEffect(() => {
    mark.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [wantedBox, number, scale, turn]);
  return (
    <div className={onWords ? 'page-turned page-selectable' : 'page-turned'} style={outer} {...selecting.handlers}>
      <div className="page" style={{ ...size, transform: turnedStyle(size, turn) }}>
        <img src={picture.url} alt={t('page.of', { number: picture.number, pages })} draggable={false} />
        {marks
          .filter(({ place }) => place.page === picture.number)
          .map(({ place, kind }) => (
            <div
              key={kind}
              ref={place === wanted?.place ? mark : undefined}
              className={`page-box page-box-${kind}`}
              style={boxStyle(place.box, scale)}
            />
          ))}
        {selecting.words.map((word) => (
          <div key={word.join()} className="page-word" style={boxStyle([word[1], word[2], word[3], word[4]], scale)} />
        ))}
        {selecting.area && <div className="page-area" style={areaStyle(selecting.area, scale)} />}
      </div>
    </div>
  );
}

function boxStyle([left, top, width, height]: readonly number[], scale: number) {
  return {
    left: (left ?? 0) * scale,
    top: (top ?? 0) * scale,
    width: (width ?? 0) * scale,
    height: (height ?? 0) * scale,
  };
}

function areaStyle([left, top, right, bottom]: readonly number[], scale: number) {
  return boxStyle([left ?? 0, top ?? 0, (right ?? 0) - (left ?? 0), (bottom ?? 0) - (top ?? 0)], scale);
}
