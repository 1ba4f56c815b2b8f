import { createContext } from "react";

/** The id of the account that the page was made for; empty for a visitor. */
export const FormOwner = createContext("");
