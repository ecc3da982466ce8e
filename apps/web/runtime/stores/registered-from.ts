/** `register:model`: whose profile a visitor registered from; they return there once verified. */
import { matching } from "./codecs.ts"
import { localStore } from "./stored.ts"

export const registeredFromStore = localStore(
  { key: "register:model", purpose: "return" },
  matching(/^[\w-]{1,64}$/u),
)
