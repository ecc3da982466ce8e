/** `guest:visited`: the mark of a first visit. Needs consent. */
import { mark } from "./codecs.ts"
import { localStore } from "./stored.ts"

export const guestVisitedStore = localStore({ key: "guest:visited", purpose: "tracking" }, mark)
