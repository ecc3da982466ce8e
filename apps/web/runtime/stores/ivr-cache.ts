/**
 * `ivr-cache`: the number that this tab was shown and may call to pay, as JSON, until it expires (ivr-session.ts).
 * Emptied at log-in, at log-out and with the end of the call (DIALIN-07, DIALIN-13).
 */
import { patternCodec } from "./codecs.ts"
import { sessionItem } from "./stored-item.ts"

export const ivrCacheStore = sessionItem("ivr-cache", "call", patternCodec(/^\{/u))
