declare module "virtual:demo-pictures" {
  /** Address of the folder that the demo's pictures lie in, with a slash at its end: see scripts/demo-pictures.ts. */
  const folder: string;
  export default folder;
}
