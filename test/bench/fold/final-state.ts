/** All contenders must end where the site's own fold ends. */
import { hash } from "node:crypto"
import { canonicalJson } from "@foldcast/contracts/capture/canonical-json"

/** 48 bits of the state's hash, as a number that travels among the figures. */
export const fingerprintOf = (state: unknown): number =>
  Number.parseInt(hash("sha256", canonicalJson(state)).slice(0, 12), 16)
