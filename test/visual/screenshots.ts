/**
 * Photographs the states of the site into a folder, for people to look at:
 *
 *   npm run screenshots -- [folder]
 *
 * It compares nothing.
 */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openPackedBrowser } from "../support/browser.ts"
import { HELD_WORLD } from "../support/demo-world.ts"
import { startWorld } from "../support/world.ts"
import { photograph } from "./photograph.ts"
import { sceneName } from "./scene.ts"
import { JOURNEYS, walk } from "./walk.ts"

const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), "foldcast-screenshots-"))
mkdirSync(folder, { recursive: true })

const [world, browser] = await Promise.all([startWorld(HELD_WORLD), openPackedBrowser()])
try {
  for (const journey of JOURNEYS) {
    await walk(journey, { world, browser }, async (scene) => {
      writeFileSync(join(folder, `${sceneName(scene)}.png`), await photograph(scene))
    })
  }
  process.stdout.write(`${folder}\n`)
} finally {
  await browser.close()
  await world.close()
}
