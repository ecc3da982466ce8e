/**
 * Makes the pictures of the repository anew where the site looks different now; look at each before it is
 * committed:
 *
 *   npm run snapshots
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { openPackedBrowser } from "../support/browser.ts"
import { HELD_WORLD } from "../support/demo-world.ts"
import { startWorld } from "../support/world.ts"
import { photograph } from "./photograph.ts"
import { compare } from "./picture.ts"
import { sceneName } from "./scene.ts"
import { snapshotFile, snapshotNames } from "./snapshots.ts"
import { JOURNEYS, walk } from "./walk.ts"

mkdirSync(dirname(snapshotFile("")), { recursive: true })
const seen = new Set<string>()

const isSame = (file: string, picture: Buffer) =>
  existsSync(file) && compare(readFileSync(file), picture)._tag === "Same"

const [world, browser] = await Promise.all([startWorld(HELD_WORLD), openPackedBrowser()])
try {
  for (const journey of JOURNEYS) {
    await walk(journey, { world, browser }, async (scene) => {
      const name = sceneName(scene)
      const picture = await photograph(scene)
      seen.add(name)
      if (isSame(snapshotFile(name), picture)) return
      writeFileSync(snapshotFile(name), picture)
      process.stdout.write(`${name}\n`)
    })
  }
  for (const name of snapshotNames().filter((known) => !seen.has(known))) {
    rmSync(snapshotFile(name))
    process.stdout.write(`${name} is gone\n`)
  }
} finally {
  await browser.close()
  await world.close()
}
