/**
 * The texts of the pacts. The packed file replaces this module with one that contains them
 * (tools/pack-verify.ts).
 */
import { readFileSync } from "node:fs"

export const pactText = (file: string): string =>
  readFileSync(new URL(`../../../pacts/${file}`, import.meta.url), "utf8")
