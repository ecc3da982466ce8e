/**
 * Verifies a browser's answer with @simplewebauthn/server: the challenge first, which is used up whatever follows,
 * then origin, host, signature, and that the authenticator verified its user (by finger, face or PIN).
 *
 * Invariant: an authenticator whose counter does not grow is refused, because it may be a copy.
 */
import {
  type AuthenticatorTransport,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server"
import { decodeClientDataJSON } from "@simplewebauthn/server/helpers"
import { Clock, Effect, Option } from "effect"
import type { PasskeyAttestation } from "@foldcast/contracts/passkey"
import type { UsedPasskey } from "@foldcast/contracts/upstream/passkeys"
import { SqlDatabase, type SqlQueries } from "../db/database.ts"
import { Refused } from "../http/refused.ts"
import { type ChallengeScope, takeChallenge } from "./passkey-challenges.ts"
import { lockPasskey, recordPasskeyUse, type StoredPasskey, passkeyById } from "./passkey-store.ts"

type PasskeyFault = "passkeyUnknown" | "passkeyRefused" | "passkeyExpired"
export const passkeyFault = (label: PasskeyFault) => new Refused({ status: 400, label })

/** The relying party's id of a site: its host, without the port. */
export const hostOf = (origin: string): string => new URL(origin).hostname

/** ECDSA with P-256, EdDSA with Ed25519, RSA: what today's authenticators make. */
export const ALGORITHMS = [-7, -8, -257]

export const transportsOf = ({ transports }: Pick<StoredPasskey, "transports">) =>
  transports === "" ? [] : (transports.split(",") as Array<AuthenticatorTransport>)

/** Refuses an answer from a frame of another site. */
const challengeIn = (clientDataJSON: string): string => {
  try {
    const { challenge, crossOrigin } = decodeClientDataJSON(clientDataJSON)
    return crossOrigin === true ? "" : challenge
  } catch {
    return ""
  }
}

const checkChallenge = Effect.fnUntraced(function* (clientDataJSON: string, scope: ChallengeScope) {
  const challenge = challengeIn(clientDataJSON)
  if (!(yield* takeChallenge(challenge, scope))) return yield* passkeyFault("passkeyExpired")
  return challenge
})

/** All failures give the same refusal, so that the reason is not told. */
const verified = <A>(work: () => Promise<A>) =>
  Effect.tryPromise({ try: work, catch: () => passkeyFault("passkeyRefused") })

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "base64url"))

const useIn = Effect.fnUntraced(function* (
  queries: SqlQueries,
  { credential, origin }: UsedPasskey,
  challenge: string,
) {
  const found = yield* lockPasskey(queries, credential.id)
  if (Option.isNone(found)) return yield* passkeyFault("passkeyUnknown")
  const { public_key, counter, host, member_id } = found.value
  const handle = credential.response.userHandle
  const ofAnother =
    handle !== undefined && Buffer.from(handle, "base64url").toString() !== member_id
  if (ofAnother || host !== hostOf(origin)) return yield* passkeyFault("passkeyRefused")
  const { verified: isVerified, authenticationInfo } = yield* verified(() =>
    verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      credential: { id: credential.id, publicKey: bytesOf(public_key), counter },
    }),
  )
  if (!isVerified) return yield* passkeyFault("passkeyRefused")
  const at = new Date(yield* Clock.currentTimeMillis)
  yield* recordPasskeyUse(queries, credential.id, authenticationInfo.newCounter, at)
  return found.value
})

/** Verifies the use of a passkey; for a member's proof, one of theirs. */
export const verifyUse = Effect.fn("members.verifyUse")(function* (
  used: UsedPasskey,
  { purpose, memberId }: Pick<ChallengeScope, "purpose" | "memberId">,
) {
  const database = yield* SqlDatabase
  const { origin, session } = used
  const scope = { purpose, origin, session, memberId }
  const challenge = yield* checkChallenge(used.credential.response.clientDataJSON, scope)
  if (memberId !== null) {
    const known = yield* passkeyById(database, used.credential.id)
    if (Option.isNone(known) || known.value.member_id !== memberId) {
      return yield* passkeyFault("passkeyUnknown")
    }
  }
  return yield* database.transaction((queries) => useIn(queries, used, challenge))
})

/** Verifies a new passkey: answers its id, key and counter. */
export const verifyMade = Effect.fn("members.verifyMade")(function* (
  credential: PasskeyAttestation,
  scope: ChallengeScope,
) {
  const challenge = yield* checkChallenge(credential.response.clientDataJSON, scope)
  const { transports = [] } = credential.response
  const made = yield* verified(() =>
    verifyRegistrationResponse({
      response: {
        ...credential,
        response: {
          ...credential.response,
          transports: [...transports] as Array<AuthenticatorTransport>,
        },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: scope.origin,
      expectedRPID: hostOf(scope.origin),
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!made.verified) return yield* passkeyFault("passkeyRefused")
  const { id, publicKey, counter } = made.registrationInfo.credential
  return {
    id,
    publicKey: Buffer.from(publicKey).toString("base64url"),
    counter,
    transports: transports.join(","),
  }
})
