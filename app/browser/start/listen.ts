/** Listens on `window` in the capture phase, before the listeners of elements. Returns a function that stops it. */
export function listen(names: string[], listener: (event: Event) => void): () => void {
  for (const name of names) addEventListener(name, listener, true);
  return () => {
    for (const name of names) removeEventListener(name, listener, true);
  };
}
