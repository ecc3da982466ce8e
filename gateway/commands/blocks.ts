/**
 * BlockPerformer and UnblockPerformer → PerformerBlocked, PerformerUnblocked | BlockRefused, for members alone. Both may
 * be repeated without harm, so one that ran when the gateway died is asked again. The member's other tabs hear of it by
 * the same fact; that a room ends by it is told by the room. Where nobody knows whether it was changed, the list tells.
 */
import { Effect } from "effect"
import { MemberRefresh } from "../members/member-refresh.ts"
import { SessionEnder } from "../members/session-ender.ts"
import { blockChanged } from "../normalise/blocks.ts"
import { reasonOf } from "../normalise/call-failure.ts"
import { isTokenRefused } from "../upstream/call-outcome.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { makeCommandFacts } from "./command-facts.ts"
import { callTraits, type CommandContext, NOT_FOR_GUESTS } from "./handler.ts"

const CALLS = {
  PerformerBlocked: "PUT /block/{id}",
  PerformerUnblocked: "DELETE /block/{id}",
} as const

const makeChange = (to: keyof typeof CALLS) =>
  Effect.gen(function* () {
    const api = yield* MemberApi
    const endSession = yield* SessionEnder
    const refresh = yield* MemberRefresh
    const facts = yield* makeCommandFacts

    return Effect.fnUntraced(function* (
      { performerId }: { readonly performerId: string },
      context: CommandContext,
    ) {
      const { member, owner } = context.session
      if (member === null) {
        const label = NOT_FOR_GUESTS
        return yield* facts.decided(context, { _tag: "BlockRefused", performerId, label })
      }
      const { memberId, token } = member
      const call = CALLS[to]
      const outcome = yield* api.call({ call, id: performerId, token, ...callTraits(context) })
      if (outcome._tag !== "Answered") {
        yield* Effect.logWarning("a block was not changed", { call, why: reasonOf(outcome) })
      }
      const handled = yield* facts.answered(context, blockChanged(to, performerId, outcome))
      if (isTokenRefused(outcome)) yield* endSession.tokenRefused(owner, token)
      if (outcome._tag === "Unknown") yield* refresh.blocks(memberId, token)
      return handled
    })
  })

const makeBlockPerformer = makeChange("PerformerBlocked")
const makeUnblockPerformer = makeChange("PerformerUnblocked")

export const blocksHandlers = {
  BlockPerformer: makeBlockPerformer,
  UnblockPerformer: makeUnblockPerformer,
}
