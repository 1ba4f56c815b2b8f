/**
 * Where the browser lets no page store anything (cookies blocked), even asking for `sessionStorage` throws; Remix asks
 * for it on the way to each page that it finds out about. It gets one that lasts as long as the document.
 */
export function standInForSessionStorage(): void {
  try {
    window.sessionStorage.getItem("");
  } catch {
    const kept = new Map<string, string>();
    const standIn: Pick<Storage, "getItem" | "setItem" | "removeItem"> = {
      getItem: (name) => kept.get(name) ?? null,
      setItem: (name, value) => void kept.set(name, value),
      removeItem: (name) => void kept.delete(name),
    };
    Object.defineProperty(window, "sessionStorage", { configurable: true, value: standIn });
  }
}
