import type { Config } from "~/platform/config.server";
import type { Cookies } from "./cookies.server";
import type { PageTemplate } from "./page-template.server";

/** The HTTP request and the values that its browser carries. Every part of a session uses them. */
export interface Carried {
  config: Config;
  cookies: Cookies;
  request: Request;
  token: string | null;
  /** Set while a page template is rendered, which is for no single person. */
  template: PageTemplate | null;
}
