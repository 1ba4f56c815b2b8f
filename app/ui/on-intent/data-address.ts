/** Where Remix answers a form that is posted to `action` with data in place of a page. */
export function dataAddress(action: string): string {
  const url = new URL(action);
  url.pathname = url.pathname === "/" ? "/_root.data" : `${url.pathname.replace(/\/$/, "")}.data`;
  url.hash = "";
  return url.href;
}

/** Where an answer of Remix's leads to, as it wrote it; null for one that leads nowhere. */
export function redirectIn(text: string): string | null {
  try {
    // A list of values; the first names the others by their places.
    const values = JSON.parse(text.split("\n", 1)[0] ?? "") as unknown[];
    for (const [name, place] of Object.entries(values[0] as Record<string, number>))
      if (values[Number(name.slice(1))] === "redirect") return String(values[place]);
  } catch {
    // None of Remix's then.
  }
  return null;
}
