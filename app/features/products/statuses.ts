/** The states of a product, in words. */
export const STATUSES = { draft: "Draft", "in-review": "In review", published: "Published" } as const;
