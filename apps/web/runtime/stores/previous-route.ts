/** `previousRoute`: the path that was left last, so that one can go back to it. */
import { patternCodec } from "./codecs.ts"
import { localItem } from "./stored-item.ts"

/** A path of this site, without a query: a query may carry a token. */
export const previousRouteStore = localItem(
  "previousRoute",
  "return",
  patternCodec(/^\/(?!\/)[^?#\s\\]{0,2047}$/u),
)
