/** Hears of events on `window` before anybody else does. Returns how to stop. */
export function listen(names: string[], listener: (event: Event) => void): () => void {
  for (const name of names) addEventListener(name, listener, true);
  return () => {
    for (const name of names) removeEventListener(name, listener, true);
  };
}
