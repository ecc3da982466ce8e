/** The client assets of the build; see vite.config.ts. Server-side only. */
declare module "virtual:client-assets" {
  export const assets: import("./page-frame.ts").PageAssets
}
