import { redirect, type LoaderFunctionArgs } from "@remix-run/node";

/* The address that a provider sends the payer back to; the page itself is another one. */
export const loader = ({ request }: LoaderFunctionArgs) => redirect(`/checkout/success${new URL(request.url).search}`, 303);
