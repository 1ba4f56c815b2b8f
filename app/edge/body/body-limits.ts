/** The largest body, and whether it is written to the disk as it arrives instead of being held in memory. */
export interface BodyLimit {
  bytes: number;
  streamed: boolean;
}

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

/** For short forms. The page that asks for a proof carries more: the fields of the form that waits for it. */
const SMALL: BodyLimit = { bytes: 16 * KILOBYTE, streamed: false };
const FORM: BodyLimit = { bytes: 256 * KILOBYTE, streamed: false };
/** One picture in an API call: a little more than the largest that is accepted. */
const PICTURE: BodyLimit = { bytes: 12 * MEGABYTE, streamed: false };
/**
 * Eight pictures and a video in one post, from a browser without scripts. Each file's size is checked as it arrives.
 * The same limit holds for a form with one picture: if that is too large, the form comes back with the typed text.
 */
const FILES: BodyLimit = { bytes: 512 * MEGABYTE, streamed: true };

const SMALL_FORMS =
  /^\/(login|signup|reset_password|resend-otp|logout|first_run|operator_invitation|newsletter|lists|shopping_cart|pay|security(?!\/confirm(\.data)?$)|merchant\/account_settings\/webhooks)(\/|\.data$|$)/;
/** The actions of these forms write files to the disk as they arrive. Others would read such a body into memory. */
const FILE_FORMS =
  /^\/(merchant\/products\/(add|import|[0-9a-f]{24}\/edit)|(customer|merchant)\/account_settings|operator\/categories(\/[0-9a-f]{24})?|customer\/order_history\/[0-9a-f]{24}\/review\/[0-9a-f]{24}|review\/[^/]{1,1000}|(customer|merchant)\/conversations\/(new|[0-9a-f]{24}))(\/|\.data)?$/;

/** The limit of a post by its path and its `Content-Type`. Paths of Remix's own posts end in `.data`. */
export function bodyLimit(path: string, contentType: string): BodyLimit {
  const withFiles = /^multipart\/form-data\b/i.test(contentType);
  if (path.startsWith("/api/")) return apiLimit(path, withFiles);
  if (SMALL_FORMS.test(path)) return SMALL;
  if (withFiles && FILE_FORMS.test(path)) return FILES;
  return FORM;
}

/** The limit of an API call. Each call checks again what it reads, by its kind. */
function apiLimit(path: string, withFiles: boolean): BodyLimit {
  if (/^\/api\/v1\/(file(\/|$)|user\/pictures$|review-link\/[^/]+\/pictures$)/.test(path)) return FILES;
  return withFiles ? PICTURE : FORM;
}
