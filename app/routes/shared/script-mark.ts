import { createContext } from "react";

/**
 * What the shop's own scripts are marked with while a page is rendered, as their `nonce`: a word that nobody knows
 * before. entry.server allows what is marked, by its hash, and takes the marks out again. In the browser there is none.
 */
export const ScriptMark = createContext<string | undefined>(undefined);
