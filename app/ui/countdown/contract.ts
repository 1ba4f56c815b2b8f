/** On the element that replaces Resend, for app/browser/countdown.ts: the seconds until another code can be sent. */
export const SECONDS_LEFT = "data-seconds-left";
