/** The handshake of the member socket: the gateway authenticates by its key, and the member by a token. */
import { Effect, Option, Schema } from "effect"
import { BackendConfig } from "../config.ts"
import { isApiKey } from "../http/api-key.ts"
import { apiKeyRefused } from "../http/refused.ts"
import type { HandshakeResult } from "../sockets/member-sockets.ts"
import { authenticate } from "./authenticate.ts"

const decodeHandshake = Schema.decodeUnknownOption(
  Schema.Struct({ key: Schema.String, token: Schema.Unknown }),
)

/** A refusal is a result here and no failure: socket.io carries its label as an error's message. */
export const memberHandshake = Effect.fn("sockets.enter")(
  function* (auth: unknown) {
    const { memberApiKey } = yield* BackendConfig
    const shown = decodeHandshake(auth)
    if (Option.isNone(shown) || !isApiKey(memberApiKey, shown.value.key))
      return yield* apiKeyRefused()
    const { token } = shown.value
    const { member, expiresAt } = yield* authenticate(typeof token === "string" ? token : "")
    return { _tag: "Admitted", memberId: member.id, expiresAt } satisfies HandshakeResult
  },
  Effect.catchTag("Refused", ({ label }) =>
    Effect.succeed<HandshakeResult>({ _tag: "Refused", label }),
  ),
  Effect.catchTag(["DatabaseUnavailable", "ConstraintViolated"], () =>
    Effect.succeed<HandshakeResult>({ _tag: "Refused", label: "unavailable" }),
  ),
)
