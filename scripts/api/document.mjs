import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../prepare.mjs";

/**
 * Writes the OpenAPI document of the service to a file.
 * @param {Pick<import("./service.mjs").Running, "api">} running
 * @returns {Promise<string>} the file
 */
export async function writeDocument({ api }) {
  const file = path.join(root, ".cache", "openapi.json");
  const answer = await api.request("/api/v1/openapi.json");
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(await answer.json(), null, 2));
  return file;
}
