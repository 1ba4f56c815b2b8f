declare module "virtual:page-script" {
  /** Address of the small script of every page: `app/browser/start/start.ts`, bundled separately by vite.config.ts. */
  const address: string;
  export default address;
  /** Address of the script that shows answers to forms in place: `app/browser/in-place.ts`. */
  export const inPlaceAddress: string;
  /** Addresses of the files of `app/browser/parts/`, by their names. */
  export const parts: Record<string, string>;
}
