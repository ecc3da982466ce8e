/** The calls about passkeys: asked for, listed, added, removed. */
import { Effect } from "effect"
import { DoneAnswer } from "@foldcast/contracts/upstream/member-api"
import {
  AddPasskeyRequest,
  UpstreamPasskeyChallengeAnswer,
  PasskeyChallengeRequest,
  PasskeyRegistrationAnswer,
  PasskeyRegistrationRequest,
  UpstreamPasskeysAnswer,
  RemovePasskeyRequest,
} from "@foldcast/contracts/upstream/passkeys"
import { Database } from "../db/database.ts"
import { type Call, memberCall, NoBody, openCall } from "../http/call.ts"
import type { Member } from "../members/member.ts"
import { passkeysOf } from "../members/passkey-store.ts"
import { addPasskey, askForUse, askToMake, removePasskey } from "../members/passkeys.ts"
import { proofIn } from "../members/proof.ts"

export const postPasskeyChallenge = openCall({
  body: PasskeyChallengeRequest,
  answer: UpstreamPasskeyChallengeAnswer,
  handle: ({ body }, member) => askForUse(body, member),
})

export const postPasskeyRegistration = memberCall({
  body: PasskeyRegistrationRequest,
  answer: PasskeyRegistrationAnswer,
  handle: (member: Member, { body }: Call<typeof PasskeyRegistrationRequest.Type>) =>
    askToMake(member, body, proofIn(body)),
})

export const postPasskey = memberCall({
  body: AddPasskeyRequest,
  answer: DoneAnswer,
  storesFor: "members",
  handle: (member: Member, { body }: Call<typeof AddPasskeyRequest.Type>) =>
    Effect.as(addPasskey(member, body, body.credential), {}),
})

export const deletePasskey = memberCall({
  body: RemovePasskeyRequest,
  answer: DoneAnswer,
  handle: (member: Member, { body }: Call<typeof RemovePasskeyRequest.Type>) =>
    Effect.as(removePasskey(member, body.id, proofIn(body)), {}),
})

export const getPasskeys = memberCall({
  body: NoBody,
  answer: UpstreamPasskeysAnswer,
  handle: Effect.fnUntraced(function* (member: Member) {
    const passkeys = yield* passkeysOf(yield* Database, member.id)
    return {
      passkeys: passkeys.map(({ credential_id, name, host, created_at, last_used_at }) => ({
        id: credential_id,
        name,
        host,
        createdAt: created_at.getTime(),
        lastUsedAt: last_used_at?.getTime() ?? null,
      })),
    }
  }),
})
