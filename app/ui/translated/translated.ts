/** Whether the browser has begun to translate the page: it puts new words into `font` elements, and no page of ours has one. */
export function isTranslated(): boolean {
  return document.querySelector("font") !== null;
}
