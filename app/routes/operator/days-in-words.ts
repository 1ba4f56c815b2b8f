/** The days that a recall is about, in words. */
export function daysInWords({ since, until }: { since: string; until: string }): string {
  if (since && until) return `paid from ${since} to ${until}`;
  if (since) return `paid on or after ${since}`;
  return until ? `paid on or before ${until}` : "of all days";
}
