/** Pixels of a row that has a rank: a line of the ranks ends in the middle of its row. */
export const RANKED_ROW = 43
