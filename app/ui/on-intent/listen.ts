/** Hears of events on `window` before anybody else does. Returns how to stop. */
export function listen(names: string[], told: (event: Event) => void): () => void {
  for (const name of names) addEventListener(name, told, true);
  return () => {
    for (const name of names) removeEventListener(name, told, true);
  };
}
