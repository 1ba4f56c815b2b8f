/** A path with a query, and without a question mark if the query is empty. */
export function withQuery(path: string, search: URLSearchParams): string {
  const query = String(search);
  return query ? `${path}?${query}` : path;
}
