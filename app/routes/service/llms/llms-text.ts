/** The text of /llms.txt. Source: llmstxt.org, a title, a summary and lists of links in Markdown. */
export function llmsText(publicUrl: string, name: string): string {
  const link = (title: string, path: string, description: string) =>
    `- [${title}](${publicUrl}${path}): ${description}`;
  return [
    `# ${name}`,
    "",
    "> A marketplace for food: stalls of growers, bakers and fishers sell in one shop, and everything that a screen can do is a call of its API.",
    "",
    "## Shop",
    link("Products", "/products", "everything on sale, with search and filters in the address"),
    link("Sitemap", "/sitemap.xml", "every product, stall and page"),
    link("Questions", "/faqs", "shipping, returns and payment"),
    link("Terms", "/terms", "terms of the marketplace"),
    link("Privacy", "/privacy", "what is kept of whom, and for how long"),
    "",
    "## API",
    link("For developers", "/developers", "first steps with curl, rules, webhooks and every call"),
    link("OpenAPI 3.1", "/api/v1/openapi.json", "the document that clients are made of"),
    link("Products as JSON", "/api/v1/product/general", "10 a page, without a token"),
    link("Refusals", "/developers/refusals", "every code that a call is refused with, and its cause"),
    "",
  ].join("\n");
}
