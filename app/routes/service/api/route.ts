import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerCall } from "~/edge/resources/answer-call.server";

/* The entrance of the service for any HTTP client: every call under /api/v1. */
export const loader = ({ request }: LoaderFunctionArgs) => answerCall(request);
export const action = ({ request }: LoaderFunctionArgs) => answerCall(request);
