/** `npm run build:simulators`: the outside parties' process, packed into a folder of its own. */
import { resolve } from "node:path"
import { packForNode } from "./pack-node.ts"

await packForNode({
  entries: { main: resolve("apps/simulators/main.ts") },
  folder: resolve("apps/simulators/dist/process"),
  external: ["postal-mime", "smtp-server"],
})
