/** The intent of a form that is to be shown as it stands, with its files, and saved later. */
export const DRAW = "draw";
