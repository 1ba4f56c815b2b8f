declare module "virtual:page-script" {
  /** Address of the small script that every page begins with: `start.ts`, bundled apart by vite.config.ts. */
  const address: string;
  export default address;
}
