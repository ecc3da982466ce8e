/** Tells the journeys what of the web's script is newer than the Baseline (test/support/older-browser.ts). */
import type { TestProject } from "vitest/node"
import { newerScript } from "./web-pieces.ts"

export const setup = ({ provide }: TestProject): void => {
  provide(
    "newerScript",
    newerScript().map(({ key, feature }) => ({ key, feature })),
  )
}
