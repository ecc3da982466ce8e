/** Tells the journeys what of the web's script is newer than the Baseline. */
import type { TestProject } from "vitest/node"
import { newerScript } from "./web-pieces.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** Keys and features of what is newer; journeys inject them (test/support/older-browser.ts). */
    readonly newerScript: ReadonlyArray<{ readonly key: string; readonly feature: string }>
  }
}

export const setup = ({ provide }: TestProject): void => {
  provide(
    "newerScript",
    newerScript().map(({ key, feature }) => ({ key, feature })),
  )
}
