/** PUT /member (another password, another e-mail address) and DELETE /member: the token's own, or 403. */
import { Effect, Option, Redacted } from "effect"
import {
  DeleteMemberRequest,
  DoneAnswer,
  UpdateMemberAnswer,
  UpdateMemberRequest,
} from "@foldcast/contracts/upstream/member-api"
import { type Call, memberCall, memberOrResetCall } from "./call.ts"
import { routesOf } from "./routes.ts"
import { forbidden } from "../http/refused.ts"
import type { Authenticated } from "../members/authenticate.ts"
import { cancelEmailChange, changeEmail } from "../members/change-email.ts"
import { changePassword } from "../members/change-password.ts"
import { deleteAccount } from "../account-deletion/delete-account.ts"
import type { StoredMember } from "../members/member.ts"
import { proofIn } from "../members/proof.ts"

const putMember = memberOrResetCall({
  body: UpdateMemberRequest,
  answer: UpdateMemberAnswer,
  handle: Effect.fnUntraced(function* (
    member: StoredMember,
    { body, address }: Call<typeof UpdateMemberRequest.Type>,
    { loggedInAt, resetLink }: Pick<Authenticated, "loggedInAt" | "resetLink">,
  ) {
    if (String(body.memberId) !== member.id) return yield* forbidden()
    const { data } = body
    if ("email" in data) {
      if (resetLink !== null) return yield* forbidden()
      yield* changeEmail(member, { email: data.email, proof: proofIn(data), address })
      return {}
    }
    if ("pendingEmail" in data) {
      if (resetLink !== null) return yield* forbidden()
      yield* cancelEmailChange(member.id)
      return {}
    }
    const token = yield* changePassword(member, {
      password: Redacted.make(data.password ?? ""),
      newPassword: Redacted.make(data.newPassword),
      repeatNewPassword: Redacted.make(data.repeatNewPassword),
      brand: data.brand,
      loggedInAt,
      resetLink,
    })
    return Option.isSome(token) ? { token: token.value } : {}
  }),
})

const deleteMember = memberCall({
  body: DeleteMemberRequest,
  answer: DoneAnswer,
  handle: Effect.fnUntraced(function* (
    member: StoredMember,
    { body }: Call<typeof DeleteMemberRequest.Type>,
  ) {
    if (String(body.memberId) !== member.id) return yield* forbidden()
    yield* deleteAccount(member, proofIn(body))
    return {}
  }),
})

export const updateMemberRoutes = routesOf({
  "PUT /member": putMember,
  "DELETE /member": deleteMember,
})
