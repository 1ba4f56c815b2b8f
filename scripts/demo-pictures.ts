import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Plugin } from "vite";

const source = fileURLToPath(new URL("../app/demo/pictures/", import.meta.url));

/**
 * Provides `virtual:demo-pictures`: the folder of the demo's pictures, as an address that ends in a slash. The pictures
 * are files to copy, not parts of a program, so the build puts them next to its server files.
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
      // Rollup resolves its own file's address wherever this module ends up. Two folders up is the pictures' folder.
      return `export default new URL("..", import.meta.ROLLUP_FILE_URL_${references[0]}).href;`;
    },
  };
}
