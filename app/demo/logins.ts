/** The demo's logins, printed at the start. They exist only in demo mode. */
export const DEMO_PASSWORD = "harvest-moon-7";

export const demoLogins = [
  { role: "Buyer", email: "buyer@example.com", at: "/login/customer" },
  { role: "Merchant", email: "merchant@example.com", at: "/login/merchant" },
  { role: "Operator", email: "operator@example.com", at: "/login/customer" },
] as const;
