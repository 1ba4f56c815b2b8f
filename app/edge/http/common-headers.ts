import type { Config } from "~/platform/config.server";

/** Features of a browser that no page here needs; neither does what somebody may bring into one. */
const UNUSED = (
  "accelerometer camera display-capture geolocation gyroscope hid idle-detection magnetometer microphone midi " +
  "screen-wake-lock serial usb xr-spatial-tracking"
).split(" ");

/** The headers of every response; pages add their content security policy. `version` is that of the build. */
export function commonHeaders({ secure }: Pick<Config, "secure">, version: string): [name: string, value: string][] {
  return [
    ["X-Content-Type-Options", "nosniff"],
    // Not "no-referrer": under it browsers send `Origin: null` with our own forms.
    ["Referrer-Policy", "strict-origin-when-cross-origin"],
    ["X-Frame-Options", "DENY"],
    ["Cross-Origin-Opener-Policy", "same-origin"],
    // For everything but pages. A page has its own in this place, and names its scripts.
    ["Content-Security-Policy", "script-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"],
    // Pictures say themselves that other sites may show them.
    ["Cross-Origin-Resource-Policy", "same-origin"],
    ["Permissions-Policy", UNUSED.map((feature) => `${feature}=()`).join(", ")],
    ...(secure ? [["Strict-Transport-Security", "max-age=31536000"] as [string, string]] : []),
    // A page notices by it that it is older than its data.
    ["X-Build", version],
  ];
}
