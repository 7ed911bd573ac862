/** The passes over a scan's picture and over what was recognised, in their order, each with what calls for it. */
export const passes = {
  even_light: 'The paper is not equally bright everywhere.',
  remove_screens: 'Dark print stands on grey that a printer made of dots.',
  whiten_tints: 'Dark print stands on tinted ground.',
  darken_faint: 'All print of the page is faint.',
  dewarp: 'Lines of text rise and fall: the page did not lie flat.',
  invert_negatives: 'Light print stands on dark ground.',
  remove_specks: 'Pieces of ink are smaller than print and stand away from it.',
  remove_dashes: 'Dashes stand in a row, as a drawn line.',
  remove_rules: 'Straight lines are drawn.',
  remove_blots: 'A patch is solid black and thicker than any stroke of print: something was blackened.',
  remove_round_stamps: 'Rings are drawn, in grey or black.',
  join_dots: 'The page is full of dots as needle printers make them: too small for letters, or no print is found.',
  read_sideways: 'Letters stand nearer above each other than beside: print runs up or down the page, as in a margin.',
  part_at_white: 'A word reaches over white that is wider than a space.',
  read_latin: 'A page in Cyrillic or Greek has words that may be in Latin letters.',
  read_doubted_again: 'A number, account, tax number or address was read with doubt, or its check digit fails.',
  part_columns: 'A word reaches over the white between columns.',
  read_lost_print: 'Print of letter size is covered by no word.',
  restore_separators: 'A comma or full stop is printed between two figures and was not read.',
  resolve_confusables: 'A character may be O or 0, I or 1, a per cent sign or figures: its width tells.',
  restore_numero_signs: 'Before a number stands what models take № for.',
  read_again: 'A word has figures, stands beside one that has, or was read with doubt: a second reader reads it.',
  read_ink:
    'A word was read with doubt: the second reader reads what the ink shows there, and all of a page that has many.',
} as const;

export type PassName = keyof typeof passes;

/** What a pass did: to a word, or to the picture, where it says nothing of words. */
export interface PassChange {
  pass: PassName;
  /** What was read there before, and after; both null for a picture. Empty where nothing was read, or is any more. */
  from: string | null;
  to: string | null;
}
