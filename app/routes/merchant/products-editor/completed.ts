export { completed } from "~/features/products/schema";
