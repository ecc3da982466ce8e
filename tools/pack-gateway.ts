/** `npm run build:gateway`: the gateway's process and its threads, packed into gateway/dist. */
import { resolve } from "node:path"
import { packForNode } from "./pack-node.ts"

await packForNode({
  entries: {
    main: resolve("gateway/server/main.ts"),
    "sqlite-worker": resolve("gateway/log/sqlite/sqlite-worker.ts"),
    worker: resolve("gateway/store/worker.ts"),
  },
  folder: resolve("gateway/dist"),
})
