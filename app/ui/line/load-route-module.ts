import { asDocument } from "~/ui/device/as-document";
import { pausesBetweenTries } from "./line";
import { waiting } from "./waiting";

interface Route {
  id: string;
  /** Address of the script, and of the scripts that it stands on. */
  module: string;
  imports?: string[];
}

/**
 * The script of a screen. Takes the place of Remix's own function (vite.config.ts), which loads the whole page anew
 * when a script does not come: with no line, that takes away the page that is there and what was typed into it. Here
 * the page stays until the script is there. A script that is no longer there at all, for the site has been renewed
 * meanwhile, leads to the page that was asked for, as a document of its own.
 */
export async function loadRouteModule(route: Route, loaded: Record<string, unknown>): Promise<unknown> {
  if (route.id in loaded) return loaded[route.id];
  const module = await untilThere(route);
  loaded[route.id] = module;
  return module;
}

async function untilThere(route: Route): Promise<unknown> {
  const pause = pausesBetweenTries();
  const id = -Date.now();
  try {
    for (let tries = 0; ; tries += 1) {
      try {
        // Under an address of its own, for some browsers remember that a script did not come.
        return await import(/* @vite-ignore */ tries === 0 ? route.module : `${route.module}?try=${tries}`);
      } catch (failure) {
        console.error(failure);
      }
      // It cannot be helped by waiting: they have come, or are gone, and still there is no page.
      const there = await areThere(route);
      if (there === "gone" || (there === "yes" && tries > 1)) return await asDocument();
      if (there === "yes") continue;
      const hurry = new AbortController();
      const request = {
        id,
        kind: "page" as const,
        cause: "line" as const,
        again: () => hurry.abort(),
        stop: () => undefined,
      };
      waiting.put({ ...request, trying: false });
      await pause(hurry.signal);
      waiting.put({ ...request, trying: true });
    }
  } finally {
    waiting.remove(id);
  }
}

async function areThere({ module, imports = [] }: Route): Promise<"yes" | "no" | "gone"> {
  try {
    for (const address of [module, ...imports]) {
      const { ok, status } = await fetch(address);
      if (status === 404 || status === 410) return "gone";
      if (!ok) return "no";
    }
    return "yes";
  } catch {
    return "no";
  }
}
