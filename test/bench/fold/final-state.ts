/** All contenders must reach the final state of the site's own fold. */
import { hash } from "node:crypto"
import { canonicalJson } from "@foldcast/contracts/capture/canonical-json"

/** 48 bits of the state's hash, as a number that can be reported among the figures. */
export const fingerprintOf = (state: unknown): number =>
  Number.parseInt(hash("sha256", canonicalJson(state)).slice(0, 12), 16)
