/** A table that a database has while a move fills it. Until it is gone, no server may start on the database. */
export const UNFINISHED_MOVE = "unfinishedMove";
