/** Downloads of the service's files, for the addresses of the merchants' area. */
export { download } from "~/routes/shared/download.server";
