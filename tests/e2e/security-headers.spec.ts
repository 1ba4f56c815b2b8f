import { expect, test } from "./shop";

test("every answer says what a browser may make of it: pages, calls, files, and what is not there", async ({
  request,
  scripts,
}) => {
  test.skip(scripts, "Once is enough.");
  for (const path of [
    "/",
    "/products",
    "/nowhere",
    "/healthz",
    "/api/v1/category",
    "/api/v1/nowhere",
    "/favicon.svg",
  ]) {
    const headers = (await request.get(path)).headers();
    const policy = headers["content-security-policy"] ?? "";
    for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect([path, policy]).toEqual([path, expect.stringContaining(part)]);
    expect([path, headers["x-content-type-options"], headers["referrer-policy"]]).toEqual([
      path,
      "nosniff",
      "strict-origin-when-cross-origin",
    ]);
    expect([path, headers["cross-origin-resource-policy"]]).toEqual([path, "same-origin"]);
    expect([path, headers["cross-origin-opener-policy"]]).toEqual([path, "same-origin"]);
    expect([path, headers["permissions-policy"]]).toEqual([path, expect.stringContaining("camera=()")]);
    // Pages of any origin may read public data, without credentials. Documents and files are only for the shop itself.
    const readers = path.startsWith("/api/v1/") ? "*" : undefined;
    expect([path, headers["access-control-allow-origin"]]).toEqual([path, readers]);
    expect([path, headers["access-control-allow-credentials"]]).toEqual([path, undefined]);
  }
});
