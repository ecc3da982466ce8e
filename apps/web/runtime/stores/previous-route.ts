/** `previousRoute`: the path that was left last, so that one can go back to it. */
import { matching } from "./codecs.ts"
import { localStore } from "./stored.ts"

/** A path of this site, without a query: a query may carry a token. */
export const previousRouteStore = localStore(
  { key: "previousRoute", purpose: "return" },
  matching(/^\/(?!\/)[^?#\s\\]{0,2047}$/u),
)
