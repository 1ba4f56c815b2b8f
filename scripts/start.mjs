// `npm start`: from a fresh clone to a running demo in one command. A second start is quick.
import { prepare } from "./prepare.mjs";
import { serve } from "./serve.mjs";

// The demo is what somebody wants who types `npm start`; DEMO=0 makes it a start in production.
serve({ NODE_ENV: "production", DEMO: "1", LOG_LEVEL: "warn", ...process.env }, { built: prepare() });
