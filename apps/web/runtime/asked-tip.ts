/** The last tip that this document asked for: a refusal of it names no amount. */
import { perRuntime } from "./per-runtime.ts"

export const askedTip = perRuntime((): { credits: number | null } => ({ credits: null }))
