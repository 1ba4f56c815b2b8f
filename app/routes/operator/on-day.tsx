import { Link } from "~/ui/link/link";

/** The day to which a list is narrowed, and a link to the whole list. */
export function OnDay({ text, day, to }: { text: string; day: string; to: string }) {
  return (
    <p>
      {text} <b>{day}</b>. <Link to={to}>Show all days</Link>
    </p>
  );
}
