/** Files of the service, for the merchants’ addresses that lead to them. */
export { download } from "~/routes/shared/download.server";
