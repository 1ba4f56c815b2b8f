/*
 * Our rules about imports, which `npm run imports` checks. Each comment says how to mend a breach. The test
 * app/import-rules.test.ts plants a breach of each rule and expects its report.
 */
const SCHEMA =
  "features/[^/]+/[a-z-]*schema|features/food-information/[a-z-]+\\.ts$|features/(ascii-digits|days|fields|pagination|zod)";

/** Files in `from` may import from app/ only what `allowed` names. Tests may import what they test. */
const only = (name, from, allowed, comment) => ({
  name,
  severity: "error",
  comment,
  from: { path: from, pathNot: "\\.test\\.tsx?$" },
  to: { path: "^app/", pathNot: allowed },
});

/** Files in `from` may not import files in `to`. */
const never = (name, from, to, comment) => ({ name, severity: "error", comment, from, to });

module.exports = {
  forbidden: [
    never(
      "no-cycles",
      {},
      { circular: true },
      "Two files need each other, types included: move what both need into a third, or hand it over as a parameter.",
    ),
    {
      name: "no-circle-of-features",
      severity: "error",
      scope: "folder",
      comment:
        "Two parts of the business need each other, types and schemas included: the lower one answers what the upper " +
        "one asks, so move the verb up, or what both need down into features/fields or the platform.",
      from: { path: "^app/features/[^/]+$" },
      to: { circular: true, path: "^app/features/[^/]+$" },
    },
    {
      name: "no-circle-of-top-folders",
      severity: "error",
      scope: "folder",
      comment:
        "Two folders of app/ need each other: service takes edge, edge takes session, session takes api. Move what both " +
        "need down, or hand it over.",
      from: { path: "^app/[^/]+$" },
      to: { circular: true, path: "^app/[^/]+$" },
    },
    never(
      "no-orphans",
      {
        orphan: true,
        pathNot: ["\\.d\\.ts$", "\\.test\\.tsx?$", "^app/routes/service/healthz", "^app/entry.client", "^server.ts"],
      },
      {},
      "Nobody imports this file: remove it, or use it.",
    ),
    only(
      "styles-know-no-part",
      "^app/styles/",
      "^app/styles/",
      "Styles stand below the parts of a page: a rule about one of them stands beside it, in app/ui.",
    ),
    only(
      "ui-knows-no-feature",
      "^app/(browser|ui|styles)/",
      "^app/(browser|ui|styles)/",
      "The design system knows no feature: pass what it shows as a property, or move the part to routes/.",
    ),
    only(
      "platform-knows-no-feature",
      "^app/platform/",
      "^app/platform/",
      "What features stand on knows none of them: let the feature call it, and hand over what it needs to know.",
    ),
    only(
      "features-stand-on-platform",
      "^app/features/",
      "^app/(features|platform)/",
      "A feature knows other features' verbs and the platform: what it needs of api, session or service is handed to it.",
    ),
    never(
      "queries-stay-inside",
      { path: "^app/(?:features/([^/]+)|[^/]+)/" },
      { path: "^app/features/[^/]+/[a-z-]*queries\\.server", pathNot: "^app/features/$1/" },
      "A feature's queries are its own: ask one of its verbs, or give it one that answers this.",
    ),
    never(
      "schema-is-light",
      { path: "^app/features/[^/]+/[a-z-]*schema\\.ts$" },
      { path: "\\.server\\." },
      "The browser may load a schema: move what it needs of the server into the file that uses the schema.",
    ),
    never(
      "zod-as-it-is-set-up",
      { path: "^app/(?!platform/)", pathNot: "^app/features/zod\\.ts$" },
      { path: "node_modules/zod/" },
      "A schema that is made before zod is set up makes code of texts, which the browser's policy blocks: take z from features/zod.",
    ),
    only(
      "service-api",
      "^app/api/",
      "^app/(api|features|platform)/",
      "The service is made of features: what comes from session or routes comes to it in the request.",
    ),
    only(
      "session-uses-the-service",
      "^app/session/",
      `^app/(session|${SCHEMA}|api/client|api/in-process|platform/config|platform/files/multipart|platform/fair-queue|platform/parse-url)`,
      "Sessions call the service like any client: use its API in place of a rule or a query.",
    ),
    only(
      "routes-are-thin",
      "^app/routes/(?!service/)",
      `^app/(routes|session|ui|styles|${SCHEMA}|api/client)`,
      "A route calls the API: add a call to the feature's api.server.ts in place of importing its rules.",
    ),
    only(
      "service-routes",
      "^app/routes/service/",
      "^app/(routes|edge/resources|service|session|ui|styles|api/client)",
      "Doors of the service hand requests on: let app/edge/resources answer.",
    ),
    only(
      "edge-is-handed-the-service",
      "^app/edge/",
      "^app/(edge|session|ui|api|features|platform)/",
      "Steps of a request know no screen and no command: what they need of these is handed to them.",
    ),
    never(
      "route-groups-stay-apart",
      { path: "^app/routes/([^/]+)/", pathNot: "^app/routes/shared/" },
      { path: "^app/routes/[^/]+/", pathNot: "^app/routes/($1|shared)/" },
      "A group of routes takes nothing from another: move what two share to ui/, or to routes/shared/ if it knows a feature.",
    ),
    never(
      "shared-routes-know-no-group",
      { path: "^app/routes/shared/" },
      { path: "^app/routes/(?!shared/)" },
      "What groups of routes share knows none of them: take the part that is needed along.",
    ),
    never(
      "only-entries-take-the-service",
      {
        path: "^app/",
        pathNot: "^app/(service/|edge/|demo/|entry\\.|routes/service/)|\\.test\\.tsx?$",
      },
      { path: "^app/(service|edge|demo)/|^app/root\\." },
      "Only the entries (entry.*, and routes/service) take app/service, app/edge, app/demo or app/root: what others need of them belongs to a feature, the platform or routes/shared.",
    ),
    never(
      "no-test-code",
      { path: "^app/", pathNot: "\\.test\\.tsx?$" },
      { path: "^tests/" },
      "What runs in the shop is no test code: move it to app/.",
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // Tests may import what they test, wherever it is.
    exclude: { path: "\\.test\\.tsx?$" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
