/** `geo`: the visitor's country code, nothing more precise. Needs consent. */
import { matching } from "./codecs.ts"
import { cookieItem } from "./stored-item.ts"

export const geoCookie = cookieItem("geo", "promotion", 1, matching(/^[A-Z]{2}$/u))
