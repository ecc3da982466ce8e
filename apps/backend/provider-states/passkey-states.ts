/** The states about passkeys, with a software authenticator in place of a person's. */
import { Clock, Effect } from "effect"
import { PASSKEY_PLACE } from "@foldcast/contracts/upstream/provider-states"
import { SqlDatabase } from "../db/database.ts"
import { issueChallenge } from "../members/passkey-challenges.ts"
import { insertPasskey } from "../members/passkey-store.ts"
import { hostOf } from "../members/passkey-verification.ts"
import { givenLoggedIn, type StateParams } from "./member-states.ts"
import { createSoftwarePasskey, usePasskey } from "./software-authenticator.ts"

const userHandleOf = (memberId: string) => Buffer.from(memberId).toString("base64url")

/** A log-in challenge names no member. */
const scopeOf = (memberId: string, { proves = "logIn" }: StateParams) =>
  ({
    ...PASSKEY_PLACE,
    purpose: proves,
    memberId: proves === "logIn" ? null : memberId,
  }) as const

export const memberWithPasskey = Effect.fnUntraced(function* (params: StateParams) {
  const made = yield* givenLoggedIn(params)
  const { memberId } = made
  const who = { challenge: "", userHandle: userHandleOf(memberId) }
  const { passkey, publicKey } = createSoftwarePasskey(who, PASSKEY_PLACE)
  yield* insertPasskey(yield* SqlDatabase, {
    credential_id: passkey.id,
    public_key: publicKey,
    member_id: memberId,
    counter: 0,
    transports: "internal",
    name: "Laptop",
    host: hostOf(PASSKEY_PLACE.origin),
    created_at: new Date(yield* Clock.currentTimeMillis),
  })
  const challenge = yield* issueChallenge(scopeOf(memberId, params))
  const { response } = usePasskey(passkey, challenge, PASSKEY_PLACE)
  const { clientDataJSON, authenticatorData, signature } = response
  return { ...made, passkeyId: passkey.id, clientDataJSON, authenticatorData, signature }
})

export const madePasskey = Effect.fnUntraced(function* (params: StateParams) {
  const made = yield* givenLoggedIn(params)
  const { memberId } = made
  const challenge = yield* issueChallenge({ ...PASSKEY_PLACE, purpose: "registration", memberId })
  const { passkey, attestation } = createSoftwarePasskey(
    { challenge, userHandle: userHandleOf(memberId) },
    PASSKEY_PLACE,
  )
  const { clientDataJSON, attestationObject } = attestation.response
  return { ...made, passkeyId: passkey.id, clientDataJSON, attestationObject }
})
