/**
 * `npm run bench` bundles the relays for its measurements, in the form that visitors use (ADR 0034): the
 * gateway's relay and those it is compared with.
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
