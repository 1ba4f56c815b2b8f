import type { Waiting } from "./waiting";

/** Sentences about a waiting form or page, by cause. */
export const SENTENCES: Record<Waiting["kind"], Record<Waiting["cause"], string>> = {
  form: {
    line: "No connection. What you entered is kept on this phone, and will be sent when the line is back.",
    busy: "The shop does not answer just now. What you entered is kept on this phone, and will be sent again by itself.",
    fault: "Something went wrong on our side. What you entered is kept on this phone; please try again.",
  },
  page: {
    line: "No connection. What you asked for comes when the line is back.",
    busy: "The shop does not answer just now. What you asked for comes as soon as it does.",
    fault: "Something went wrong on our side. Please try again.",
  },
};
