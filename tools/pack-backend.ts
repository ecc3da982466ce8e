/**
 * `npm run build:backend`: the reference backend's process, packed into apps/backend/dist. Packages with native code
 * or files beside their code stay where they are installed, and so do migrations and stills.
 */
import { resolve } from "node:path"
import { packForNode } from "./pack-node.ts"

await packForNode({
  entries: { main: resolve("apps/backend/main.ts") },
  folder: resolve("apps/backend/dist"),
  external: ["@electric-sql/pglite", "@node-rs/argon2", "nodemailer", "pg", "sharp", "socket.io"],
})
