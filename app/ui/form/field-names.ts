/** A field's name in words, for a field without a label: "addresses[0].zipCode" → "Zip code". */
export function nameInWords(name: string): string {
  const last =
    name
      .split(/[.[\]]+/)
      .filter((part) => part && !/^\d+$/.test(part))
      .at(-1) ?? name;
  const words = last
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
