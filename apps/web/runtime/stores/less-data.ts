/** `lessData`: whether still pictures stand in for moving ones, where the visitor chose. */
import { literalCodec } from "./codecs.ts"
import { localItem } from "./stored-item.ts"

export const lessDataStore = localItem("lessData", "choice", literalCodec(["on", "off"]))
