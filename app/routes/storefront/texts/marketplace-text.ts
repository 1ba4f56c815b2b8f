/** The operator named in the texts; the values come from configuration. */
export interface Marketplace {
  name: string;
  email: string;
}

/** A part of a page: a heading, and plain paragraphs without markup. */
export interface TextSection {
  title: string;
  paragraphs: readonly string[];
}
