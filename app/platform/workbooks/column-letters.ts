/** Letters of a column as spreadsheets count: 0 is A, 26 is AA. */
export function columnLetters(at: number): string {
  const rest = Math.floor(at / 26) - 1;
  return (rest < 0 ? "" : columnLetters(rest)) + String.fromCharCode(65 + (at % 26));
}
