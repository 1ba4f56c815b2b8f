import type { MetaFunction } from "@remix-run/react";

/** A page's title, followed by the marketplace's name. For pages that search engines need not know. */
export function titled(title: string): MetaFunction {
  return ({ matches }) => [{ title: `${title} – ${nameOf(matches)}` }, { name: "robots", content: "noindex" }];
}

/** The marketplace's name in the data of the root loader. */
export function nameOf(matches: Parameters<MetaFunction>[0]["matches"]): string {
  const root = matches.find((match) => match.id === "root")?.data as { market?: { name: string } } | undefined;
  return root?.market?.name ?? "Fieldstall";
}
