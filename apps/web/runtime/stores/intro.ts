/** `intro`: the home page's introduction is closed. */
import { literalCodec } from "./codecs.ts"
import { localItem } from "./stored-item.ts"

export const INTRO_KEY = "intro"
export const INTRO_CLOSED = "closed"
export const introStore = localItem(INTRO_KEY, "choice", literalCodec([INTRO_CLOSED]))
