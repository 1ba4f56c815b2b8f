import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ApiDocument } from "~/api/client";
import { sessionOf } from "~/session/session.server";

/** The OpenAPI document that every program gets. */
export async function apiDocument(args: LoaderFunctionArgs): Promise<ApiDocument> {
  const answer = await (await sessionOf(args)).api()["openapi.json"].$get();
  return (await answer.json()) as ApiDocument;
}

/** The calls of the document in its order, each with its method and address. */
export function callsOf({ paths }: ApiDocument) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** The part of an address for a group: "Merchant's products" is at merchants-products. */
export function slugOf(tag: string): string {
  return tag
    .toLowerCase()
    .replaceAll(/['\u2019]/g, "")
    .replaceAll(/[^a-z]+/g, "-");
}
