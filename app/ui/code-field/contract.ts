/** On the field of a one-time code, for app/browser/code-boxes.ts: its digits, the class of the boxes and of each. */
export const CODE_BOXES = "data-code-boxes";
