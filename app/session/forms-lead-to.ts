/**
 * Set by a loader, read and taken away when the page is made: the one other origin that forms of the page may lead to.
 * Browsers hold a form's redirects to the page's policy as well.
 */
export const FORMS_LEAD_TO = "X-Forms-Lead-To";
