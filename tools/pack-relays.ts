/**
 * `npm run bench` packs the relays that the path and the rooms are measured with, as they would run for
 * visitors (ADR 0034): the gateway's, and those it is compared with.
 */
import { resolve } from "node:path"
import { packForNode } from "./pack-node.ts"

await packForNode({
  entries: {
    relay: resolve("test/bench/path/relay.ts"),
    "sqlite-worker": resolve("gateway/log/sqlite/sqlite-worker.ts"),
  },
  folder: resolve("test/bench/dist"),
})
