import type { Step } from "./context.server";
import { refuseCrossSite } from "./csrf/cross-site.server";
import { isSecretAddress } from "./secret-addresses";

/** Refuses requests that another site's page makes a browser send (cross-site request forgery). */
export const csrf: Step = ({ config }) => refuseCrossSite(config, isSecretAddress);
