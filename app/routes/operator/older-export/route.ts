import { redirect, type LoaderFunctionArgs } from "@remix-run/node";

/** Leads from an export's address of before workbooks came, without an ending, to that of its CSV. */
export function loader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  return redirect(`${pathname.replace(/\/export$/, "")}.csv${search}`, 301);
}
