/** What a form of the desk asks for; null where it is no act of ours. Pure. */
import { Option, Schema } from "effect"
import { DeskAct } from "@foldcast/contracts/upstream/performer-desk"

const decode = Schema.decodeUnknownOption(DeskAct)

/** An empty field is one that was left out. */
const orNull = (text: string): string | null => (text === "" ? null : text)

export const decodeActForm = (field: (name: string) => string): DeskAct | null => {
  const _tag = field("act")
  return Option.getOrNull(
    decode({
      _tag,
      session: field("session"),
      mode: field("mode"),
      text: field("text").trim(),
      to: orNull(field("to")),
      // Of a refusal of VIP it is free text and may be missing; of a removal it is one of a list.
      reason: orNull(field("reason").trim()),
    }),
  )
}
