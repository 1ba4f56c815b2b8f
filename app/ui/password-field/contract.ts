/* A password's field and app/browser/password-fields.ts share these names. */

/** On the element that becomes the button to show a password: the id of the password's field. */
export const SHOWS_PASSWORD = "data-shows-password";

/** On a field that repeats a password: the id of the password's field. */
export const REPEATS = "data-repeats";

export const DO_NOT_MATCH = "Passwords do not match";
