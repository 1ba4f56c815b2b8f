/** The intent to show a form again unchanged, with its files, without saving it. */
export const DRAW = "draw";
