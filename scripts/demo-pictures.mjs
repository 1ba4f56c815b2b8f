// Writes app/demo/pictures/*.svg anew: one for each icon that the demo content names, taken from Fluent Emoji.
// Run by hand after a change of icons, `node scripts/demo-pictures.mjs`; the files are kept in the repository, because
// the icon package (100 MB) is there only while developing.
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = new URL("../", import.meta.url);
const folder = new URL("app/demo/pictures/", root);

const wanted = await iconsInUse();
const drawings = await drawingsOf(wanted);
await mkdir(folder, { recursive: true });
await removeOthers(wanted);
let bytes = 0;
for (const [icon, svg] of drawings) {
  await writeFile(new URL(`${icon}.svg`, folder), svg);
  bytes += Buffer.byteLength(svg);
}
console.log(`${wanted.length} pictures, ${Math.round(bytes / 1024)} KB in ${fileURLToPath(folder)}`);

/** Asks the content itself; esbuild turns its TypeScript into one module that Node can load. */
async function iconsInUse() {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("app/demo/content/icons.ts", root))],
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
  });
  const code = Buffer.from(outputFiles[0].contents).toString("base64");
  const content = await import(`data:text/javascript;base64,${code}`);
  return content.iconsInUse();
}

/**
 * 1024 pixels wide, so that sharp draws them sharply at the size of an uploaded photo; the ground stays transparent.
 */
async function drawingsOf(icons) {
  const set = JSON.parse(await readFile(new URL("node_modules/@iconify-json/fluent-emoji/icons.json", root), "utf8"));
  return icons.map((icon) => {
    const drawing = set.icons[icon];
    if (!drawing) throw new Error(`Fluent Emoji has no icon "${icon}".`);
    const box = `0 0 ${drawing.width ?? set.width} ${drawing.height ?? set.height}`;
    const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="1024" height="1024">`;
    return [icon, `${open}${drawing.body}</svg>\n`];
  });
}

async function removeOthers(icons) {
  const kept = new Set(icons.map((icon) => `${icon}.svg`));
  for (const file of await readdir(folder)) {
    if (file.endsWith(".svg") && !kept.has(file)) await rm(new URL(file, folder));
  }
}
