/** `geo`: the visitor's country code, nothing more precise. Needs consent. */
import { patternCodec } from "./codecs.ts"
import { cookieItem } from "./stored-item.ts"

export const geoCookie = cookieItem("geo", "promotion", 1, patternCodec(/^[A-Z]{2}$/u))
