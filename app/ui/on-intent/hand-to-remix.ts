import { nameVisit } from "./come-back";
import { DATA_ID, HELD_ID, type Held } from "./contract";

/**
 * Gives Remix what scripts in the page would have given it: its settings, the page's data, and the modules of the page's
 * routes. While developing, those scripts do it.
 */
export async function handToRemix(): Promise<void> {
  if (import.meta.env.DEV) return;
  nameVisit();
  const { settings, manifest, routes } = JSON.parse(textOf(HELD_ID)) as Held;
  const data = new Blob([textOf(DATA_ID)]).stream();
  window.__remixContext = { ...settings, stream: data } as typeof window.__remixContext;
  const modules = Object.entries(routes).map(
    async ([id, file]) => [id, await import(/* @vite-ignore */ file)] as const,
  );
  await import(/* @vite-ignore */ manifest);
  window.__remixRouteModules = Object.fromEntries(await Promise.all(modules)) as typeof window.__remixRouteModules;
}

const textOf = (id: string) => document.getElementById(id)?.textContent ?? "";
