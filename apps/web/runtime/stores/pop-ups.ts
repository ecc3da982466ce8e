/**
 * `popUps`: the member's conversations in pop-ups, the oldest first, with whose they are (MSG-52). Goes at log-out.
 */
import { isPerformerId } from "@foldcast/contracts/performer-id"
import { MAX_POP_UPS } from "@foldcast/contracts/client-facts/limits"
import type { PopUp } from "@foldcast/folds/site-state"
import { isJson, stringOf } from "../json.ts"
import { objectCodec } from "./codecs.ts"
import { localItem } from "./stored-item.ts"

export interface RememberedPopUps {
  readonly username: string
  readonly popUps: ReadonlyArray<PopUp>
}

const popUpOf = (value: unknown): ReadonlyArray<PopUp> => {
  const performerId = isJson(value) ? stringOf(value["performerId"]) : null
  return isJson(value) && performerId !== null && isPerformerId(performerId)
    ? [{ performerId, isMinimised: value["isMinimised"] === true }]
    : []
}

export const popUpsStore = localItem(
  "popUps",
  "member",
  objectCodec<RememberedPopUps>((value) => {
    const username = stringOf(value["username"])
    const popUps = value["popUps"]
    return username === null || !Array.isArray(popUps)
      ? null
      : { username, popUps: popUps.flatMap(popUpOf).slice(-MAX_POP_UPS) }
  }),
)
