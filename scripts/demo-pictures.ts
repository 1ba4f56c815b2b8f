import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Plugin } from "vite";

const source = fileURLToPath(new URL("../app/demo/pictures/", import.meta.url));

/**
 * The folder of the demo's pictures, as an address that ends in a slash: `virtual:demo-pictures`. They are files to be
 * copied, never parts of a program, so the build has them beside its own server files.
 */
export function demoPictures(): Plugin {
  const name = "virtual:demo-pictures";
  return {
    name: "demo-pictures",
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load(id) {
      if (id !== `\0${name}`) return null;
      if (this.meta.watchMode || this.environment.config.command !== "build")
        return `export default ${JSON.stringify(pathToFileURL(source).href)};`;
      const files = readdirSync(source, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
      const references = files.map((file) => {
        const path = `${file.parentPath.slice(source.length)}/${file.name}`;
        return this.emitFile({
          type: "asset",
          fileName: `pictures/${path}`,
          source: readFileSync(`${source}${path}`),
        });
      });
      // Rollup knows where a file of its own lies from wherever this ends up: two folders up is the folder of all.
      return `export default new URL("..", import.meta.ROLLUP_FILE_URL_${references[0]}).href;`;
    },
  };
}
