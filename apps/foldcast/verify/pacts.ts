/**
 * The texts of the pacts. In the packed file this module is another one that holds them
 * (tools/pack-verify.ts). Called by services.ts.
 */
import { readFileSync } from "node:fs"

export const pactText = (file: string): string =>
  readFileSync(new URL(`../../../pacts/${file}`, import.meta.url), "utf8")
