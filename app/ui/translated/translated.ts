/** Whether the browser has begun to translate the page. It puts new words into `font` elements; our pages have none. */
export function isTranslated(): boolean {
  return document.querySelector("font") !== null;
}
