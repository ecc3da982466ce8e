/** `seenBanner`: the promotion's banner was shown in this browser session. Needs consent. */
import { mark } from "./codecs.ts"
import { sessionStore } from "./stored.ts"

export const seenBannerStore = sessionStore({ key: "seenBanner", purpose: "tracking" }, mark)
