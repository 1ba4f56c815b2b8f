/** The size that was bought. Empty if the line's title already names it. */
export const sizeBeside = (title: string, size: string): string => (title.endsWith(`, ${size}`) ? "" : size);
