/** Whether this browser knows passkeys, and the script that asks it for one. */

export type { CeremonyResult } from "./ceremony.ts"
export type PasskeyCeremony = typeof import("./ceremony.ts")

/** In a browser; outside secure contexts there are none. */
export const knowsPasskeys = (): boolean =>
  typeof PublicKeyCredential === "function" && isSecureContext

/** Null where the script does not come: a password does as well. */
export const loadCeremony = (): Promise<PasskeyCeremony | null> =>
  import("./ceremony.ts").catch(() => null)
