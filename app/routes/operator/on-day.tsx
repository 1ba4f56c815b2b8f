import { Link } from "~/ui/link/link";

/** What a list is narrowed to, and the way to all of it. */
export function OnDay({ text, day, to }: { text: string; day: string; to: string }) {
  return (
    <p>
      {text} <b>{day}</b>. <Link to={to}>Show all days</Link>
    </p>
  );
}
