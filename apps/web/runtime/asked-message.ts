/** What the private message would have cost that this document last tried to send; null where none lacked credits. */
import { perRuntime } from "./per-runtime.ts"

export const askedMessage = perRuntime((): { credits: number | null } => ({ credits: null }))
