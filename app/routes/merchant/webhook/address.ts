/** The address of a merchant's webhooks. Each webhook has its page below it. */
export const WEBHOOKS = "/merchant/account_settings/webhooks";
