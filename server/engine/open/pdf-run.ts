import type { Ink } from './pdf-glyphs.ts';

/**
 * A run of characters in its own frame: u grows along the baseline, v across it, downwards as the run is read.
 * Turned text is handled like any other by turning the frame.
 */
export interface Run {
  turn: Turn;
  text: string;
  u: number;
  end: number;
  v: number;
  size: number;
  bold: boolean;
  /** Of its text operations, all of one look; several lists where it was printed several times. */
  layers: Ink[][];
  /** Nobody can see it. */
  hidden: boolean;
  /** Space added on purpose after the last character. */
  spacing: number;
  /** A space was painted right before it. */
  afterSpace: boolean;
  characters: number;
}

export type Turn = 0 | 90 | 180 | 270;
