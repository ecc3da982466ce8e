/** The fingerprint's id: the cookie is read first, `fid` holds the same. Needs consent. */
import { patternCodec } from "./codecs.ts"
import { cookieItem, localItem } from "./stored-item.ts"

/** As commands accept it. */
const FINGERPRINT = patternCodec(/^[A-Za-z0-9_-]{8,128}$/u)

export const fingerprintCookie = cookieItem("fingerprint", "fingerprint", 365, FINGERPRINT)
export const fingerprintIdStore = localItem("fid", "fingerprint", FINGERPRINT)
