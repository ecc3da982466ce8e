/**
 * `recent`: whose profiles were looked at last, as ids, newest first. Needs consent, and goes at log-out: the next one
 * at this device is somebody else. A cookie, so that the home page has its row when it comes (ADR 0070).
 */
import { joinedIdsCodec } from "./codecs.ts"
import { cookieItem } from "./stored-item.ts"

export const recentCookie = cookieItem("recent", "recent", 30, joinedIdsCodec)
