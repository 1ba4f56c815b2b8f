/** The format of an export, by the ending of its address. */
export const exportFormat = ({ pathname }: URL): "csv" | "xlsx" => (pathname.endsWith(".xlsx") ? "xlsx" : "csv");
