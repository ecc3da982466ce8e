/** `active_stream`: the performer whose stream this browser is in, so that a second tab knows. */
import { matching } from "./codecs.ts"
import { localStore } from "./stored.ts"

export const activeStreamStore = localStore(
  { key: "active_stream", purpose: "member" },
  matching(/^[\w-]{1,64}$/u),
)
