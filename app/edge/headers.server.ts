import type { Step } from "./context.server";

/** The page that reads codes with the camera, if the merchant allows it. */
const SCANS = /^\/merchant\/days\/[^/]{1,40}\/hand-over(?:\?|$)/;

/** Sets the headers of every response. */
export const headers: Step = (context) => (request, response, next) => {
  for (const [name, value] of context.headers)
    response.setHeader(
      name,
      name === "Permissions-Policy" && SCANS.test(request.url ?? "")
        ? value.replace("camera=()", "camera=(self)")
        : value,
    );
  next();
};
