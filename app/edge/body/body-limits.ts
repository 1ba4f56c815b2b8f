/** The most that a body may have, and whether it is written to the disk as it comes instead of being held in memory. */
export interface BodyLimit {
  bytes: number;
  streamed: boolean;
}

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

/** A few short fields. The page that asks for a proof carries the fields of the form that waits for it. */
const SMALL: BodyLimit = { bytes: 16 * KILOBYTE, streamed: false };
const FORM: BodyLimit = { bytes: 256 * KILOBYTE, streamed: false };
/** One picture of a call, and a little more than the largest that is asked for. */
const PICTURE: BodyLimit = { bytes: 12 * MEGABYTE, streamed: false };
/**
 * Eight pictures and a video, in one post without scripts; what each of them may weigh is checked as it comes. So is a
 * form's one picture: whoever chose too large a one gets the form back, with what was typed.
 */
const FILES: BodyLimit = { bytes: 512 * MEGABYTE, streamed: true };

const SMALL_FORMS =
  /^\/(login|signup|reset_password|resend-otp|logout|first_run|operator_invitation|newsletter|lists|shopping_cart|pay|security(?!\/confirm(\.data)?$)|merchant\/account_settings\/webhooks)(\/|\.data$|$)/;
/** Their actions write files to the disk as they come; any other would read such a body into memory. */
const FILE_FORMS =
  /^\/(merchant\/products\/(add|import|[0-9a-f]{24}\/edit)|(customer|merchant)\/account_settings|operator\/categories(\/[0-9a-f]{24})?|customer\/order_history\/[0-9a-f]{24}\/review\/[0-9a-f]{24}|review\/[^/]{1,1000}|(customer|merchant)\/conversations\/(new|[0-9a-f]{24}))(\/|\.data)?$/;

/** The limit of a post to a path, whose `Content-Type` is given. Paths of Remix's own posts end in `.data`. */
export function bodyLimit(path: string, contentType: string): BodyLimit {
  const withFiles = /^multipart\/form-data\b/i.test(contentType);
  if (path.startsWith("/api/")) return apiLimit(path, withFiles);
  if (SMALL_FORMS.test(path)) return SMALL;
  if (withFiles && FILE_FORMS.test(path)) return FILES;
  return FORM;
}

/** Calls measure what they read once more, each by its kind. */
function apiLimit(path: string, withFiles: boolean): BodyLimit {
  if (/^\/api\/v1\/(file(\/|$)|user\/pictures$|review-link\/[^/]+\/pictures$)/.test(path)) return FILES;
  return withFiles ? PICTURE : FORM;
}
