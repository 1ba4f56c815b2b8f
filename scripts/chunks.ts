import type { ManualChunkMeta } from "rollup";

const ICON = /\/node_modules\/lucide-react\/.*\/icons\/([\w-]+)\.[cm]?js$/;
const BARREL = /\/node_modules\/lucide-react\/.*\/lucide-react\.[cm]?js$/;
/** What buyers' pages begin with: everything but the merchants' and operators' own. */
const SHOP = /\/app\/(root|entry\.client)\.tsx|\/app\/routes\/(?!merchant\/|operator\/)/;

const FORMS =
  /\/node_modules\/@conform-to\/(?!zod\/)|\/app\/ui\/(form\/(post-form|form-errors)|code-field|password-field|file-field|field\/[\w-]+-field)\b/;
/** What knows the rules of fields by themselves: only pages that check before they send, or take a form apart. */
const RULES = /\/node_modules\/(zod|@conform-to\/zod)\/|\/app\/features\/zod\.ts/;
/** What pages share, beside the design system. */
const SHARED = /\/app\/(session|routes\/(shared|storefront))\/[\w.-]+$/;

/**
 * Few files instead of dozens of small ones: the design system with its styles and what buyers' pages share in one, what
 * only merchants and operators see in another, what checks forms in one that only pages with forms load, and the runtime,
 * which changes seldom, in a fourth.
 */
export function chunkOf(id: string, meta: ManualChunkMeta): string | undefined {
  if (/\/app\/(ui|styles)\/.*\.css(\.ts)?/.test(id)) return "ui";
  if (
    /\/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@remix-run|turbo-stream|cookie|set-cookie-parser)\//.test(
      id,
    ) ||
    // What Remix's own requests go through.
    /\/app\/ui\/(line|device)\/[\w-]+\.ts$/.test(id)
  )
    return "runtime";
  if (FORMS.test(id)) return "forms";
  if (RULES.test(id)) return "rules";
  const icon = ICON.exec(id)?.[1];
  if (icon) return ofShop(meta).icons.has(icon) ? "ui" : "work";
  if (/\/node_modules\/lucide-react\//.test(id)) return "ui";
  // What only the editor of products or the home page needs stays out of what every page loads.
  if (/\/app\/ui\/(?!uploads|hero)/.test(id)) return ofShop(meta).modules.has(id) ? "ui" : "work";
  if (SHARED.test(id) && ofShop(meta).modules.has(id) && !needsForms(id, meta)) return "ui";
  return undefined;
}

/** Whether a module comes to what checks forms, which most pages do without. */
function needsForms(id: string, meta: ManualChunkMeta): boolean {
  return (meta.getModuleInfo(id)?.importedIds ?? []).some(
    (one) => FORMS.test(one) || one.includes("/node_modules/zod/") || (one.includes("/app/") && needsForms(one, meta)),
  );
}

interface OfShop {
  modules: Set<string>;
  /** Files of icons, without their ending. */
  icons: Set<string>;
}
const known = new WeakMap<ManualChunkMeta["getModuleInfo"], OfShop>();

/** The modules and icons that buyers' pages come to. */
function ofShop({ getModuleIds, getModuleInfo }: ManualChunkMeta): OfShop {
  const before = known.get(getModuleInfo);
  if (before) return before;
  const all = [...getModuleIds()];
  const barrel = all.find((id) => BARREL.test(id));
  const files = filesOfIcons((barrel && getModuleInfo(barrel)?.code) ?? "");
  const found: OfShop = { modules: new Set(), icons: new Set() };
  const waiting = all.filter((id) => SHOP.test(id));
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.modules.has(id) || id.includes("/node_modules/")) continue;
    found.modules.add(id);
    const { code, importedIds = [], dynamicallyImportedIds = [] } = getModuleInfo(id) ?? {};
    waiting.push(...importedIds, ...dynamicallyImportedIds);
    for (const [, names = ""] of (code ?? "").matchAll(/import \{([^}]*)\} from ["']lucide-react["']/g))
      for (const name of names.split(",")) found.icons.add(files.get(name.trim().split(" ")[0] ?? "") ?? "");
  }
  known.set(getModuleInfo, found);
  return found;
}

/** The file of each icon by its names, as the library's index has them. */
function filesOfIcons(index: string): Map<string, string> {
  return new Map(
    [...index.matchAll(/export \{([^}]*)\} from ["']\.\/icons\/([\w-]+)\.[cm]?js["']/g)].flatMap(
      ([, names = "", file = ""]) =>
        names.split(",").map((name) => [name.replace("default as", "").trim(), file] as [string, string]),
    ),
  );
}
