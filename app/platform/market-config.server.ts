import { z } from "zod";
import { ConfigError } from "./config-error";

/** The business that runs the marketplace, as pages, mails, invoices and statements name it. */
export interface Market {
  name: string;
  /** The postal address in one line. */
  address: string;
  email: string;
  phone: string;
}

/** The market of the demo, and of development. */
const DEMO_MARKET: Market = {
  name: "Fieldstall",
  address: "48 Market Lane, Burlington, VT 05401",
  email: "hello@fieldstall.example",
  phone: "(802) 555-0148",
};

/** The variables that say who runs the marketplace. */
export const marketEnvironment = {
  MARKET_NAME: z.string().max(60, "can have at most 60 characters").optional(),
  MARKET_ADDRESS: z.string().max(200, "can have at most 200 characters").optional(),
  MARKET_EMAIL: z.email("must be an e-mail address").optional(),
  MARKET_PHONE: z
    .string()
    .regex(/^[+(\d][\d ()-]{4,30}$/, "must be a telephone number")
    .optional(),
};

type Variables = { [Name in keyof typeof marketEnvironment]?: string | undefined };

/** The market that the variables describe. The demo's market fills in what they leave out. */
export function marketOf(e: Variables): Market {
  return {
    name: e.MARKET_NAME ?? DEMO_MARKET.name,
    address: e.MARKET_ADDRESS ?? DEMO_MARKET.address,
    email: e.MARKET_EMAIL ?? DEMO_MARKET.email,
    phone: e.MARKET_PHONE ?? DEMO_MARKET.phone,
  };
}

const NECESSARY: Record<keyof Variables, string> = {
  MARKET_NAME: 'the name of the marketplace, such as "Riverside Market"',
  MARKET_ADDRESS: 'the postal address of who runs it, such as "1 Quay Street, Riverside"',
  MARKET_EMAIL: "the address that people write to, such as hello@example.com",
  MARKET_PHONE: "the telephone number that people call, such as +44 20 7946 0000",
};

/** Refuses a start in production without these variables, because pages, mails and invoices say who runs the market. */
export function demandMarket(e: Variables): void {
  for (const [name, words] of Object.entries(NECESSARY))
    if (!e[name as keyof Variables]?.trim())
      throw new ConfigError(`${name} is not set: production needs ${words}. It stands on pages, mails and invoices.`);
}
