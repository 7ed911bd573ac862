/** A file's name as people are shown it: nothing in it is unseen, or turns the rest round so that it seems to end otherwise. */
export const asShown = (filename: string): string => filename.replace(/\p{C}/gu, '');
