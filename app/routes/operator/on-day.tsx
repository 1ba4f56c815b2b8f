import { Link } from "~/ui/link/link";

/** The day that a list is narrowed to, and a link to all of it. */
export function OnDay({ text, day, to }: { text: string; day: string; to: string }) {
  return (
    <p>
      {text} <b>{day}</b>. <Link to={to}>Show all days</Link>
    </p>
  );
}
