/** `lessData`: whether still pictures stand in for moving ones, where the visitor chose. */
import { oneOf } from "./codecs.ts"
import { localStore } from "./stored.ts"

export const lessDataStore = localStore(
  { key: "lessData", purpose: "choice" },
  oneOf(["on", "off"]),
)
