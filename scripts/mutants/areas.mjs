/**
 * What must not break unnoticed, area by area: the files that are mutated, and the tests that must notice. Globs, so
 * that a file may move within its feature.
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
      "app/features/{media,leaving}/{files,personal-data}.test.ts",
    ],
  },
  ledger: {
    mutate: ["app/features/ledger/**/*.ts"],
    tests: ["app/features/{ledger,refunds,fulfilment,sales}/**/*.test.ts"],
  },
  stock: {
    mutate: ["app/features/**/*stock*.ts"],
    tests: ["app/features/**/{*hold*,placing,*stock*}.test.ts", "app/service/*page*.test.ts"],
  },
  cookies: { mutate: ["app/session/{areas,cookies,lists,session,sign-in}*.ts"], tests: ["app/session/*.test.ts"] },
  access: {
    mutate: [
      "app/**/authentication*.ts",
      "app/platform/http/{api,client-address,confirm-post,csrf}*.ts",
      "app/features/accounts/{codes,log-in,passwords,reset-password,tokens}*.ts",
    ],
    tests: [
      "app/**/who-may-call*.test.ts",
      "app/features/accounts/{before-the-owner,hijack,invitation,own-sessions,passwords,session,sign-up}*.test.ts",
      "app/platform/http/{client-address,confirm-post,csrf}*.test.ts",
      "app/session/{second-factor,sign-in}.test.ts",
    ],
  },
  payments: {
    mutate: ["app/features/payments/**/*.ts"],
    tests: [
      "app/features/payments/**/*.test.ts",
      "app/features/refunds/{disputes,refund*}.test.ts",
      "app/features/leaving/leave.test.ts",
    ],
  },
  refunds: {
    mutate: ["app/features/refunds/**/*.ts"],
    tests: [
      "app/features/{refunds,fulfilment,recalls}/**/*.test.ts",
      "app/features/payments/{beside-provider,placing,webhooks}.test.ts",
    ],
  },
  fulfilment: {
    mutate: ["app/features/fulfilment/{cancel,deliver,payments,ship}*.ts", "app/features/**/book-sales*.ts"],
    tests: ["app/features/{fulfilment,refunds,sales}/**/*.test.ts", "app/features/payouts/payouts.test.ts"],
  },
  payouts: {
    mutate: ["app/features/payouts/**/*.ts"],
    tests: [
      "app/features/payouts/**/*.test.ts",
      "app/features/fulfilment/{money-exports,take-back}.test.ts",
      "app/api/full-pages.test.ts",
    ],
  },
};

/** Never mutated: tests, descriptions of payloads and the wording of mails, of which other tests know. */
export const LEFT_OUT = ["!app/**/*.test.ts", "!app/**/schema.ts", "!app/**/*mails.server.ts"];
