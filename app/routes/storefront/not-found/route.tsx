import { data } from "@remix-run/node";
import { titled } from "~/routes/shared/titles";
import { NotFound } from "./not-found";

export const meta = titled("Page not found");

export function loader() {
  return data(null, { status: 404 });
}

/** A post to an address that does not exist finds nothing either. */
export const action = loader;

export default function UnknownPage() {
  return <NotFound />;
}
