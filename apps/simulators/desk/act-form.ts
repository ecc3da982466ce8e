/** The act that a form of the desk asks for; null where it is malformed. Pure. */
import { Option, Schema } from "effect"
import { DeskAct } from "@foldcast/contracts/upstream/performer-desk"

const decode = Schema.decodeUnknownOption(DeskAct)

/** Forms send a field that was left out as an empty one. */
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
      // Free text, or none, where VIP is declined; one of a list where a viewer is removed.
      reason: orNull(field("reason").trim()),
    }),
  )
}
