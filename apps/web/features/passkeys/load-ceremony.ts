/** Whether this browser supports passkeys, and the loader of the script that asks for one. */

export type { CeremonyResult } from "./ceremony.ts"
export type PasskeyCeremony = typeof import("./ceremony.ts")

/** Only in a browser; outside secure contexts there are no passkeys. */
export const knowsPasskeys = (): boolean =>
  typeof PublicKeyCredential === "function" && isSecureContext

/** Null if the script fails to load: a password works too. */
export const loadCeremony = (): Promise<PasskeyCeremony | null> =>
  import("./ceremony.ts").catch(() => null)
