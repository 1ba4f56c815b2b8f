/** Where a merchant's webhooks are; each is below it. */
export const WEBHOOKS = "/merchant/account_settings/webhooks";
