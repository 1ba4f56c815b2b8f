declare module "virtual:demo-pictures" {
  /** The address of the folder with the demo's pictures, with a slash at its end. See scripts/demo-pictures.ts. */
  const folder: string;
  export default folder;
}
