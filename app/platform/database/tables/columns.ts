/** A boolean, as both databases hold it. */
export type Flag = 0 | 1;
/** A list or a record as JSON text. */
export type Json = string;
