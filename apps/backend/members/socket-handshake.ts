/** Who is at the door of the member socket: the gateway, by its key, for a member, by a token. */
import { Effect, Option, Schema } from "effect"
import { BackendConfig } from "../config.ts"
import { isKey } from "../http/api-key.ts"
import { apiKeyRefused } from "../http/refused.ts"
import { authenticate } from "./authenticate.ts"

const decodeHandshake = Schema.decodeUnknownOption(
  Schema.Struct({ key: Schema.String, token: Schema.Unknown }),
)

/** Answers the label of a refusal instead of failing: socket.io carries it as an error's message. */
export const enter = Effect.fn("sockets.enter")(
  function* (auth: unknown) {
    const { memberApiKey } = yield* BackendConfig
    const shown = decodeHandshake(auth)
    if (Option.isNone(shown) || !isKey(memberApiKey, shown.value.key)) return yield* apiKeyRefused()
    const { token } = shown.value
    const { member, expiresAt } = yield* authenticate(typeof token === "string" ? token : "")
    return { _tag: "Admitted", memberId: member.id, expiresAt } as const
  },
  Effect.catchTag("Refused", ({ label }) => Effect.succeed({ _tag: "Refused", label } as const)),
  Effect.catchTag(["DatabaseUnavailable", "ConstraintViolated"], () =>
    Effect.succeed({ _tag: "Refused", label: "unavailable" } as const),
  ),
)
