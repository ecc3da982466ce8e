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
import { SqlDatabase } from "../db/database.ts"
import { type Call, memberCall, NoBody, openCall } from "./call.ts"
import { routesOf } from "./routes.ts"
import type { StoredMember } from "../members/member.ts"
import { passkeysOf } from "../members/passkey-store.ts"
import { addPasskey, askForUse, askToMake, removePasskey } from "../members/passkeys.ts"
import { proofIn } from "../members/proof.ts"

const postPasskeyChallenge = openCall({
  body: PasskeyChallengeRequest,
  answer: UpstreamPasskeyChallengeAnswer,
  handle: ({ body }, member) => askForUse(body, member),
})

const postPasskeyRegistration = memberCall({
  body: PasskeyRegistrationRequest,
  answer: PasskeyRegistrationAnswer,
  handle: (member: StoredMember, { body }: Call<typeof PasskeyRegistrationRequest.Type>) =>
    askToMake(member, body, proofIn(body)),
})

const postPasskey = memberCall({
  body: AddPasskeyRequest,
  answer: DoneAnswer,
  storesFor: "members",
  handle: (member: StoredMember, { body }: Call<typeof AddPasskeyRequest.Type>) =>
    Effect.as(addPasskey(member, body, body.credential), {}),
})

const deletePasskey = memberCall({
  body: RemovePasskeyRequest,
  answer: DoneAnswer,
  handle: (member: StoredMember, { body }: Call<typeof RemovePasskeyRequest.Type>) =>
    Effect.as(removePasskey(member, body.id, proofIn(body)), {}),
})

const getPasskeys = memberCall({
  body: NoBody,
  answer: UpstreamPasskeysAnswer,
  handle: Effect.fnUntraced(function* (member: StoredMember) {
    const passkeys = yield* passkeysOf(yield* SqlDatabase, member.id)
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

export const passkeysRoutes = routesOf({
  "POST /passkeys/challenge": postPasskeyChallenge,
  "POST /passkeys/registration": postPasskeyRegistration,
  "POST /passkeys": postPasskey,
  "DELETE /passkeys": deletePasskey,
  "GET /passkeys": getPasskeys,
})
