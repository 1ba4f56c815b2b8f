declare module "virtual:demo-pictures" {
  /** Address of the folder that the demo's pictures lie in, with a slash at its end: see scripts/pictures/vite-plugin.ts. */
  const folder: string;
  export default folder;
}
