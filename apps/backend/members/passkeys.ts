/**
 * A member's passkeys: listed, added, removed. Adding one is two calls, so that a wrong password is refused before
 * the authenticator stores a passkey that nobody knows:
 *
 * proof ─▶ options with a challenge ─▶ the browser creates it ─▶ its answer, which is stored
 *
 * Adding and removing are told to the member by mail.
 */
import { Clock, Effect, Option } from "effect"
import {
  MAX_PASSKEYS,
  type PasskeyAttestation,
  type PasskeyCreationOptions,
  type PasskeyRequestOptions,
} from "@foldcast/contracts/passkey"
import type { PasskeyChallengeRequest } from "@foldcast/contracts/upstream/passkeys"
import { passkeyNameFault, PASSKEY_TIMEOUT_MS, trimmedPasskeyName } from "@foldcast/rules/passkey"
import { SqlDatabase, type SqlQueries } from "../db/database.ts"
import { badRequest, notFound, Refused, unauthorized } from "../http/refused.ts"
import { writeMail } from "../mail/mail-outbox.ts"
import { MailSender } from "../mail/mail-sender.ts"
import { mailTo } from "./account-mails.ts"
import type { StoredMember } from "./member.ts"
import { lockProvenMember } from "./member-store.ts"
import { issueChallenge } from "./passkey-challenges.ts"
import {
  insertPasskey,
  type StoredPasskey,
  passkeyById,
  passkeysOf,
  removePasskeyOf,
} from "./passkey-store.ts"
import { ALGORITHMS, hostOf, transportsOf, verifyMade } from "./passkey-verification.ts"
import { checkProof, type GivenProof } from "./proof.ts"

const tooMany = () => new Refused({ status: 409, label: "tooManyPasskeys" })
const exists = () => new Refused({ status: 409, label: "passkeyExists" })

const descriptor = (passkey: StoredPasskey) => ({
  id: passkey.credential_id,
  type: "public-key" as const,
  transports: transportsOf(passkey),
})

const ofHost = (passkeys: ReadonlyArray<StoredPasskey>, origin: string) =>
  passkeys.filter(({ host }) => host === hostOf(origin))

/** For a log-in no credential is named: the visitor picks a passkey of the site. */
export const askForUse = Effect.fn("members.askForUse")(function* (
  { purpose, origin, session }: PasskeyChallengeRequest,
  member: StoredMember | null,
) {
  const isLogIn = purpose === "logIn"
  if (!isLogIn && member === null) return yield* unauthorized()
  const memberId = isLogIn || member === null ? null : member.id
  const options: PasskeyRequestOptions = {
    challenge: yield* issueChallenge({ purpose, origin, session, memberId }),
    rpId: hostOf(origin),
    timeout: PASSKEY_TIMEOUT_MS,
    userVerification: "required",
    ...(memberId !== null && {
      allowCredentials: ofHost(yield* passkeysOf(yield* SqlDatabase, memberId), origin).map(
        descriptor,
      ),
    }),
  }
  return options
})

export interface PasskeyPlace {
  readonly origin: string
  readonly session: string
}

export const askToMake = Effect.fn("members.askToMake")(function* (
  member: StoredMember,
  { origin, session, name }: PasskeyPlace & { readonly name: string },
  proof: GivenProof,
) {
  const passkeys = yield* passkeysOf(yield* SqlDatabase, member.id)
  if (passkeys.length >= MAX_PASSKEYS) return yield* tooMany()
  yield* checkProof(member, proof, "addition")
  const scope = { purpose: "registration", origin, session, memberId: member.id } as const
  const options: PasskeyCreationOptions = {
    challenge: yield* issueChallenge(scope),
    rp: { id: hostOf(origin), name },
    user: {
      id: Buffer.from(member.id).toString("base64url"),
      name: member.username,
      displayName: member.username,
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
    timeout: PASSKEY_TIMEOUT_MS,
    excludeCredentials: ofHost(passkeys, origin).map(descriptor),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
    attestation: "none",
  }
  return options
})

const keepIn = Effect.fnUntraced(function* (
  queries: SqlQueries,
  member: StoredMember,
  passkey: Omit<StoredPasskey, "last_used_at">,
) {
  const present = yield* lockProvenMember(queries, member)
  if (Option.isSome(yield* passkeyById(queries, passkey.credential_id))) return yield* exists()
  const others = yield* passkeysOf(queries, member.id)
  if (others.length >= MAX_PASSKEYS) return yield* tooMany()
  yield* insertPasskey(queries, passkey)
  const { name, created_at: at } = passkey
  yield* writeMail(queries, { _tag: "PasskeyAdded", ...mailTo(present), name, at })
})

export const addPasskey = Effect.fn("members.addPasskey")(function* (
  member: StoredMember,
  { origin, session, name }: PasskeyPlace & { readonly name: string },
  credential: PasskeyAttestation,
) {
  const fault = passkeyNameFault(name)
  if (fault !== null) return yield* badRequest("name", [{ field: "name", label: fault }])
  const scope = { purpose: "registration", origin, session, memberId: member.id } as const
  const made = yield* verifyMade(credential, scope)
  const passkey = {
    credential_id: made.id,
    public_key: made.publicKey,
    member_id: member.id,
    counter: made.counter,
    transports: made.transports,
    name: trimmedPasskeyName(name),
    host: hostOf(origin),
    created_at: new Date(yield* Clock.currentTimeMillis),
  }
  const database = yield* SqlDatabase
  yield* database.transaction((queries) => keepIn(queries, member, passkey))
  yield* (yield* MailSender).wake
})

const removeIn = Effect.fnUntraced(function* (
  queries: SqlQueries,
  member: StoredMember,
  id: string,
) {
  const present = yield* lockProvenMember(queries, member)
  const removed = yield* removePasskeyOf(queries, member.id, id)
  if (Option.isNone(removed)) return yield* notFound()
  const at = new Date(yield* Clock.currentTimeMillis)
  const { name } = removed.value
  yield* writeMail(queries, { _tag: "PasskeyRemoved", ...mailTo(present), name, at })
})

export const removePasskey = Effect.fn("members.removePasskey")(function* (
  member: StoredMember,
  id: string,
  proof: GivenProof,
) {
  yield* checkProof(member, proof, "removal")
  const database = yield* SqlDatabase
  yield* database.transaction((queries) => removeIn(queries, member, id))
  yield* (yield* MailSender).wake
})
