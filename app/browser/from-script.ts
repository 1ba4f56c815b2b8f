/** Marks elements that scripts have put into the page. The server's pages do not have them, and they stay. */
export const FROM_SCRIPT = "data-from-script";

/** On an element that a script of the page has taken over: answers leave it as it is. */
export const KEEPS_ITSELF = "data-keeps-itself";
