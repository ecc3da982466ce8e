/** What the build says of itself; see vite.config.ts. Server-side only. */
declare module "virtual:client-assets" {
  export const assets: import("./page-frame.ts").PageAssets
}
