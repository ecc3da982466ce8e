/**
 * AddFavourite and RemoveFavourite → FavouriteAdded, FavouriteRemoved | FavouriteRefused, for members alone
 * (PROFILE-11). Both may be repeated without harm, so one that ran when the gateway died is asked again;
 * the member's other tabs and devices hear of the change by the same fact, and once more by the member
 * socket. Where nobody knows whether it was changed, the list tells.
 */
import { Effect } from "effect"
import { readAnswer } from "../upstream/decode-frame.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { EndSession } from "../visits/end-session.ts"
import { Refresh } from "../visits/refresh.ts"
import { Pipeline } from "../pipeline.ts"
import type { CallOutcome } from "../upstream/frame.ts"
import {
  answerFrame,
  type CommandContext,
  HANDLED,
  isTokenRefused,
  NOT_FOR_GUESTS,
  plainly,
  visitOf,
} from "./handler.ts"

const makeChange = (call: "POST /favourite" | "DELETE /favourite") =>
  Effect.gen(function* () {
    const api = yield* MemberApi
    const pipeline = yield* Pipeline
    const endSession = yield* EndSession
    const refresh = yield* Refresh

    return Effect.fnUntraced(function* (
      { performerId }: { readonly performerId: string },
      context: CommandContext,
    ) {
      const { member, owner } = context.session
      const tell = (outcome: CallOutcome<unknown>, about: CommandContext) =>
        Effect.as(
          pipeline.answer(answerFrame(call, outcome, about), {
            ...plainly(about),
            favourite: performerId,
          }),
          HANDLED,
        )
      if (member === null) return yield* tell(NOT_FOR_GUESTS, context)
      const raw = yield* api.call({
        call,
        token: member.token,
        body: { performerId },
        ...visitOf(context),
      })
      const { outcome } = readAnswer(call, raw)
      if (outcome._tag !== "Answered") {
        const label = outcome._tag === "Refused" ? outcome.label : outcome._tag
        yield* Effect.logWarning("a favourite was not changed", { call, label })
      }
      const handled = yield* tell(raw, context)
      if (isTokenRefused(outcome)) yield* endSession.tokenRefused(owner, member.token)
      if (outcome._tag === "Unknown") yield* refresh.favourites(member.memberId, member.token)
      return handled
    })
  })

export const makeAddFavourite = makeChange("POST /favourite")
export const makeRemoveFavourite = makeChange("DELETE /favourite")
