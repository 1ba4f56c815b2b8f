/** A path with what a search asks for, and without a question mark where that is nothing. */
export function withQuery(path: string, search: URLSearchParams): string {
  const query = String(search);
  return query ? `${path}?${query}` : path;
}
