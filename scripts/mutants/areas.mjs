/**
 * Code that must not break unnoticed, by area: the files that are mutated, and the tests that must notice. These are
 * globs, so that a file may move within its feature.
 *
 * @type {Record<string, { mutate: string[], tests: string[] }>}
 */
export const AREAS = {
  idempotency: {
    mutate: ["app/**/idempotency*.ts"],
    tests: [
      "app/**/idempotency*.test.ts",
      "app/service/pressed-twice.test.ts",
      "app/api/without-body.test.ts",
      "app/features/{media,privacy}/{files,inventory}.test.ts",
    ],
  },
  accounting: {
    mutate: ["app/features/accounting/**/*.ts"],
    tests: [
      "app/features/{accounting,refunds,merchant-orders,sales-report,market-hand-over,unpaid-orders}/**/*.test.ts",
      "app/features/{payouts/netted-fees,orders/*delivery-fees}.test.ts",
    ],
  },
  stock: {
    mutate: ["app/features/**/*stock*.ts"],
    tests: [
      "app/features/**/{*hold*,placing,*stock*}.test.ts",
      "app/features/{delivery/ways*,webhooks/events-of*}.test.ts",
      "app/features/checkout/{closed-stalls,season}.test.ts",
      "app/api/changed-lists.test.ts",
      "app/edge/cache/*page*.test.ts",
    ],
  },
  cookies: { mutate: ["app/session/{areas,cookies,lists,session,sign-in}*.ts"], tests: ["app/session/*.test.ts"] },
  access: {
    mutate: [
      "app/**/authentication*.ts",
      "app/platform/http/api*.ts",
      "app/edge/{csrf,http}/{client-address,confirm-post,cross-site}*.ts",
      "app/features/accounts/{codes,log-in,passwords,reset-password,tokens}*.ts",
    ],
    tests: [
      "app/**/{who-may-call,calls-of-other-roles}*.test.ts",
      "app/features/accounts/{before-the-owner,guessed-codes,hijack,invitation,locked-out,own-sessions,passwords,profile,session,sign-up,code-limits,mailed-code}*.test.ts",
      "app/edge/{csrf,http}/{client-address,confirm-post,csrf}*.test.ts",
      "app/platform/http/api.test.ts",
      "app/session/{second-factor,sign-in}.test.ts",
      "app/features/{second-factor/sign-in-by-mail,food-information/food-information}.test.ts",
    ],
  },
  payments: {
    mutate: ["app/features/{checkout,payments}/**/*.ts"],
    tests: [
      "app/features/{checkout,payments}/**/*.test.ts",
      "app/features/refunds/{disputes*,refund*}.test.ts",
      "app/features/{privacy/erase*,merchant-orders/{money-exports,*-workbooks}}.test.ts",
    ],
  },
  refunds: {
    mutate: ["app/features/refunds/**/*.ts"],
    tests: [
      "app/features/{refunds,merchant-orders,recalls,unpaid-orders}/**/*.test.ts",
      "app/features/{checkout,payments}/{beside-provider,placing,webhooks}.test.ts",
    ],
  },
  "merchant-orders": {
    mutate: ["app/features/merchant-orders/{cancel,deliver,ship*}.server.ts", "app/features/**/book-sales*.ts"],
    tests: [
      "app/features/{merchant-orders,refunds,sales-report,accounting}/**/*.test.ts",
      "app/features/{payouts/payouts*,webhooks/events-of-steps}.test.ts",
    ],
  },
  payouts: {
    mutate: ["app/features/payouts/**/*.ts"],
    tests: [
      "app/features/payouts/**/*.test.ts",
      "app/features/merchant-orders/{money-exports,take-back}.test.ts",
      "app/api/{full-pages,changed-lists}.test.ts",
    ],
  },
};

/** Never mutated: tests, descriptions of payloads and the wording of mails, which other tests check. */
export const LEFT_OUT = ["!app/**/*.test.ts", "!app/**/schema.ts", "!app/**/*mails.server.ts"];
