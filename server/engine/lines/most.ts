/** Whether so many are more than half of all. Of a share, `all` is one. */
export const areMost = (count: number, all = 1): boolean => count > all / 2;
