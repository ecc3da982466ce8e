/** Whether this browser knows passkeys, and the script that asks it for one. */

export type { Asked } from "./ceremony.ts"
export type Ceremony = typeof import("./ceremony.ts")

/** In a browser; outside secure contexts there are none. */
export const knowsPasskeys = (): boolean =>
  typeof PublicKeyCredential === "function" && isSecureContext

/** Null where the script does not come: a password does as well. */
export const loadCeremony = (): Promise<Ceremony | null> =>
  import("./ceremony.ts").catch(() => null)
