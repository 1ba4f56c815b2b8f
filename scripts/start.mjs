// `npm start`: from a fresh clone to a running demo in one command. A second start is quick.
import { prepare } from "./prepare.mjs";
import { serve } from "./serve.mjs";

// `npm start` means the demo. DEMO=0 starts the shop for production.
serve({ NODE_ENV: "production", DEMO: "1", LOG_LEVEL: "warn", ...process.env }, { built: prepare() });
