/** `register:model`: whose profile a visitor registered from; they return there once verified. */
import { matching } from "./codecs.ts"
import { localItem } from "./stored-item.ts"

export const registeredFromStore = localItem("register:model", "return", matching(/^[\w-]{1,64}$/u))
