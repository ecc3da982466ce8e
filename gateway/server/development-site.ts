/**
 * The site from source, for `npm run dev`: Vite transforms modules on request, renders with the current source and
 * pushes changes to open pages. Loaded only in development, so production does not need Vite.
 */
import type { IncomingMessage } from "node:http"
import { createServer } from "vite"
import type { DevelopmentSite } from "./server.ts"
import type { ServerEntry } from "../pages/renderer.ts"

const HOT_RELOAD_PORT = 24_678
const SERVER_ENTRY = "/server-entry.tsx"

export const developmentSite = async (root: string): Promise<DevelopmentSite> => {
  const vite = await createServer({
    configFile: `${root}/vite.config.ts`,
    // Loaded without bundling: a bundled copy would be a new file and restart a watching process.
    configLoader: "native",
    appType: "custom",
    server: { middlewareMode: true, hmr: { port: HOT_RELOAD_PORT } },
  })
  return {
    load: () => vite.ssrLoadModule(SERVER_ENTRY) as Promise<ServerEntry>,
    middleware: (request, response, next) => vite.middlewares(request, response, next),
    hotReload: [`ws://localhost:${HOT_RELOAD_PORT}`, `ws://127.0.0.1:${HOT_RELOAD_PORT}`],
    onUpgrade: (request: IncomingMessage) =>
      request.headers["sec-websocket-protocol"]?.includes("vite-hmr") === true,
  }
}
