/** The size that was bought, where the title of the line does not name it already. */
export const sizeBeside = (title: string, size: string): string => (title.endsWith(`, ${size}`) ? "" : size);
