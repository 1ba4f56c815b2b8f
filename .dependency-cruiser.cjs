/* The rules of the house about imports: one direction, no cycles. `npm run imports` checks them. */
const only = (name, from, allowed, comment) => ({
  name,
  severity: "error",
  comment,
  from: { path: from, pathNot: "\\.test\\.tsx?$" },
  to: { path: "^app/", pathNot: allowed },
});

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "no-orphans",
      severity: "error",
      from: { orphan: true, pathNot: ["\\.d\\.ts$", "\\.test\\.tsx?$", "^app/routes/service/healthz", "^server.ts"] },
      to: {},
    },
    only("ui-knows-no-feature", "^app/(ui|styles)/", "^app/(ui|styles)/", "The design system knows no feature."),
    only("platform-knows-no-feature", "^app/platform/", "^app/platform/", "What features stand on knows none of them."),
    only(
      "features-stand-on-platform",
      "^app/features/",
      "^app/(features|platform)/",
      "Features meet through each other's rules and stand on the platform.",
    ),
    only("service-api", "^app/api/", "^app/(api|features|platform)/", "The service is made of features."),
    only(
      "session-uses-the-service",
      "^app/session/",
      "^app/(session|service/the-service|features/[^/]+/[a-z-]*schema|features/(fields|pagination)|api/client|platform/config|platform/files/multipart)",
      "Sessions call the service like any client.",
    ),
    only(
      "routes-are-thin",
      "^app/routes/(?!service/)",
      "^app/(routes|session|ui|styles|root|features/[^/]+/[a-z-]*schema|features/(fields|pagination)|api/client)",
      "A route calls the API; it never imports rules or queries.",
    ),
    only(
      "service-routes",
      "^app/routes/service/",
      "^app/(routes|service|session|ui|styles|api/client)",
      "Doors of the service hand requests on.",
    ),
    {
      name: "queries-stay-inside",
      severity: "error",
      comment: "SQL of a feature is its own; others ask its rules.",
      from: { path: "^app/api/" },
      to: { path: "queries\\.server" },
    },
    {
      name: "schema-is-light",
      severity: "error",
      comment: "The browser may load a schema.",
      from: { path: "^app/features/[^/]+/[a-z-]*schema\\.ts$" },
      to: { path: "\\.server\\." },
    },
    {
      name: "no-test-code",
      severity: "error",
      from: { path: "^app/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^tests/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
