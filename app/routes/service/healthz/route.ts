/* Says that the process is up and answers. */
export const loader = () => Response.json({ status: "ok" }, { headers: { "Cache-Control": "no-store" } });
