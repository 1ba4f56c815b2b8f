import type { RateLimit } from "~/platform/rate-limiter/rate-limiter.server";

/** Mailed codes and links for all purposes together, from one network address. */
export const codesPerAddress: RateLimit = { name: "code-address", points: 60, seconds: 3600 };
