/** A form-encoded body or query, parsed into nested records: `a[b][]=1`, `a[0][c]=2`. */
export type Params = { [name: string]: string | Params };

export function readForm(text: string): Params {
  const params: Params = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/\[|\]\[|\]/).filter((part, n, all) => n < all.length - 1 || part !== "");
    let at = params;
    path.forEach((part, n) => {
      const key = part === "" ? String(Object.keys(at).length) : part;
      if (n === path.length - 1) at[key] = value;
      else {
        const next = at[key];
        at = typeof next === "object" ? next : (at[key] = {});
      }
    });
  }
  return params;
}

export const text = (value: string | Params | undefined): string => (typeof value === "string" ? value : "");
export const record = (value: string | Params | undefined): Params => (typeof value === "object" ? value : {});
export const list = (value: string | Params | undefined): string[] => Object.values(record(value)).map(text);

/** Returns a record of texts, such as metadata. */
export function texts(value: string | Params | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(record(value)).map(([name, entry]) => [name, text(entry)]));
}

export function whole(value: string | Params | undefined): number | null {
  return /^\d+$/.test(text(value)) ? Number(text(value)) : null;
}
