/**
 * The handshake of the member socket: the gateway authenticates by its key, and the member by a token. Whoever pays by
 * phone shows the call's token, and hears of that call alone: the connection is in the room of the call's id.
 */
import { Effect, Option, Schema } from "effect"
import { BackendConfig } from "../config.ts"
import { isApiKey } from "../http/api-key.ts"
import { apiKeyRefused } from "../http/refused.ts"
import type { HandshakeResult } from "../sockets/member-sockets.ts"
import { authenticateMemberOrCaller } from "./authenticate.ts"

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
    const token = typeof shown.value.token === "string" ? shown.value.token : ""
    const bearer = yield* authenticateMemberOrCaller(token)
    const { id, expiresAt } =
      bearer._tag === "Member"
        ? { id: bearer.authenticated.member.id, expiresAt: bearer.authenticated.expiresAt }
        : bearer.caller
    return { _tag: "Admitted", memberId: id, expiresAt } satisfies HandshakeResult
  },
  Effect.catchTag("Refused", ({ label }) =>
    Effect.succeed<HandshakeResult>({ _tag: "Refused", label }),
  ),
  Effect.catchTag(["DatabaseUnavailable", "ConstraintViolated"], () =>
    Effect.succeed<HandshakeResult>({ _tag: "Refused", label: "unavailable" }),
  ),
)
