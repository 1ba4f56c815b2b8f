/** The time, and for an earlier day the date as well, by the clock of the person who typed. */
export function timeInWords(savedAt: string): string {
  const savedDate = new Date(savedAt);
  const hour = savedDate.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  return savedDate.toDateString() === new Date().toDateString()
    ? hour
    : `${savedDate.toLocaleDateString("en-GB", { day: "numeric", month: "long" })}, ${hour}`;
}
