/** Pixels of a picture, row by row from the top left, 4 bytes each. */
export interface Picture {
  width: number;
  height: number;
  rgba: Uint8ClampedArray;
}
