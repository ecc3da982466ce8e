/** `chunk-reloaded-at`: when this tab was last loaded anew for a script that was gone. */
import { moment } from "./codecs.ts"
import { sessionStore } from "./stored.ts"

export const reloadedAtStore = sessionStore({ key: "chunk-reloaded-at", purpose: "reload" }, moment)
