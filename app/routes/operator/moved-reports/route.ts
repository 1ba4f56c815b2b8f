import { redirect } from "@remix-run/node";

/** Addresses that reported messages had before the queue was one: they lead to it. */
export function loader() {
  return redirect("/operator/reports?kind=conversation", 301);
}
