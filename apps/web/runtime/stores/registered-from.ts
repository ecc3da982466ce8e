/** `register:model`: whose profile a visitor registered from; they return there once verified. */
import { patternCodec } from "./codecs.ts"
import { localItem } from "./stored-item.ts"

export const registeredFromStore = localItem(
  "register:model",
  "return",
  patternCodec(/^[\w-]{1,64}$/u),
)
