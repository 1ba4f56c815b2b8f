/** Marks elements that scripts have added to the page. The server's pages lack them, but an answer keeps them. */
export const FROM_SCRIPT = "data-from-script";

/** On an element that a script of the page has taken over: answers leave it as it is. */
export const KEEPS_ITSELF = "data-keeps-itself";
