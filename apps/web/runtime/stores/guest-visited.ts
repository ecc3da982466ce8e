/** `guest:visited`: the mark of a first visit. Needs consent. */
import { markCodec } from "./codecs.ts"
import { localItem } from "./stored-item.ts"

export const guestVisitedStore = localItem("guest:visited", "promotion", markCodec)
