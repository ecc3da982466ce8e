/**
 * `npm run quick [ROOM]`: the unit tests, and what else belongs to a room, in under a minute. The site is
 * built anew where its sources have changed.
 *
 * Ends with 0 when all pass, 1 when a test fails, 2 when there is no such room.
 */
import { relative } from "node:path"
import { createVitest } from "vitest/node"
import { buildStale } from "./suite/fresh-builds.ts"
import { belongsTo, isRoom, ROOMS } from "./suite/rooms.ts"

const root = process.cwd()
const [room, ...more] = process.argv.slice(2)
if (more.length > 0 || (room !== undefined && !isRoom(room))) {
  console.error(`npm run quick [ROOM], where ROOM is one of: ${Object.keys(ROOMS).join(", ")}.`)
  process.exit(2)
}

// The unit tests read the texts, which a build compiles.
await buildStale(root)

const globs = room === undefined ? [] : ROOMS[room]
const vitest = await createVitest("test", { watch: false })
const chosen = (await vitest.globTestSpecifications()).filter(
  ({ project, moduleId }) => project.name === "unit" || belongsTo(relative(root, moduleId), globs),
)
await vitest.standalone()
await vitest.runTestSpecifications(chosen)
await vitest.close()
