/** Provides the journeys with the script features that are newer than the Baseline. */
import type { TestProject } from "vitest/node"
import { newerScript } from "./web-pieces.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** Keys and features of the newer ones; journeys inject them (test/support/older-browser.ts). */
    readonly newerScript: ReadonlyArray<{ readonly key: string; readonly feature: string }>
  }
}

export const setup = ({ provide }: TestProject): void => {
  provide(
    "newerScript",
    newerScript().map(({ key, feature }) => ({ key, feature })),
  )
}
