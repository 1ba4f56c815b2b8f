/*
 * Browsers translate a page by putting `font` elements with the new words in the place of its text nodes. React does not
 * expect that: it takes such a page for another one and makes it anew with empty fields, or fails where it moves a text
 * that is not in its place any more.
 */

/** Whether the browser has begun to translate the page: no page of ours has a `font` element. */
export function isTranslated(): boolean {
  return document.querySelector("font") !== null;
}

/** What stands in `parent` and holds `node`: the node itself, or what the browser has put it into. */
function standsIn(parent: Node, node: Node | null): Node | null {
  let at = node;
  while (at && at.parentNode !== parent) at = at.parentNode;
  return at;
}

/**
 * Has React's changes come to pass on a page that is translated while React has it: beside the translation of what it
 * names, and with it. What the browser has thrown away is left alone.
 */
export function bearTranslation({ removeChild, insertBefore } = Node.prototype): void {
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const gone = standsIn(this, child);
    if (gone) removeChild.call(this, gone);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    insertBefore.call(this, node, standsIn(this, before));
    return node;
  };
}
