import type { Config } from "~/platform/config.server";

/** Browser features that neither pages nor injected content need. The `headers` step allows one page the camera. */
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
    // For all responses but pages. A page replaces it by a policy of its own, which names its scripts.
    ["Content-Security-Policy", "script-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"],
    // Pictures have a header of their own, which allows other sites to show them.
    ["Cross-Origin-Resource-Policy", "same-origin"],
    ["Permissions-Policy", UNUSED.map((feature) => `${feature}=()`).join(", ")],
    ...(secure ? [["Strict-Transport-Security", "max-age=31536000"] as [string, string]] : []),
    // By it a page notices that it is older than its data.
    ["X-Build", version],
  ];
}
