type Value = string | number | boolean | Record<string, unknown>;

/** Returns a document of one element. A list becomes several elements with its name. */
export function xml(name: string, content: Record<string, Value | Value[]>): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${element(name, content)}`;
}

function element(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((child) => element(name, child)).join("");
  const inside =
    typeof value === "object" && value !== null
      ? Object.entries(value)
          .map(([child, content]) => element(child, content))
          .join("")
      : String(value).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<${name}>${inside}</${name}>`;
}
