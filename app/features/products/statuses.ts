/** How far a product has come, in words. */
export const STATUSES = { draft: "Draft", "in-review": "In review", published: "Published" } as const;
