/** `geo`: the visitor's country code, nothing more precise. Needs consent. */
import { matching } from "./codecs.ts"
import { cookieStore } from "./cookie-store.ts"

export const geoCookie = cookieStore(
  { key: "geo", days: 1, purpose: "tracking" },
  matching(/^[A-Z]{2}$/u),
)
