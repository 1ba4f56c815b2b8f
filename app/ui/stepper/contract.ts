/** On a stepper: the intent of the button by which its form is sent a moment after each change; empty for none. */
export const STEPPER = "data-stepper";
