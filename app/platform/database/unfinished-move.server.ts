/** A table that a database has while a move fills it: until then no server may start on it. */
export const UNFINISHED_MOVE = "unfinishedMove";
