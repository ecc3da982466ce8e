/** `seenBanner`: the promotion's banner was shown in this browser session. Needs consent. */
import { markCodec } from "./codecs.ts"
import { sessionItem } from "./stored-item.ts"

export const seenBannerStore = sessionItem("seenBanner", "promotion", markCodec)
