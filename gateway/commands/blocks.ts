/**
 * BlockPerformer and UnblockPerformer → PerformerBlocked, PerformerUnblocked | BlockRefused (change-performer.ts). That a
 * room ends by it is told by the room.
 */
import { Effect } from "effect"
import { MemberRefresh } from "../members/member-refresh.ts"
import { blockChanged } from "../normalise/blocks.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { makeChangePerformer } from "./change-performer.ts"
import { callTraits, type CommandContext } from "./handler.ts"

const CALLS = {
  PerformerBlocked: "PUT /block/{id}",
  PerformerUnblocked: "DELETE /block/{id}",
} as const

const makeChange = (to: keyof typeof CALLS) =>
  Effect.gen(function* () {
    const api = yield* MemberApi
    const refresh = yield* MemberRefresh
    const change = yield* makeChangePerformer

    const call = CALLS[to]
    return ({ performerId }: { readonly performerId: string }, context: CommandContext) =>
      change(
        {
          what: "a block",
          refused: (label) => ({ _tag: "BlockRefused", performerId, label }),
          call,
          ask: (token) => api.call({ call, id: performerId, token, ...callTraits(context) }),
          told: (outcome) => blockChanged(to, performerId, outcome),
          listAgain: ({ memberId, token }) => refresh.blocks(memberId, token),
        },
        context,
      )
  })

const makeBlockPerformer = makeChange("PerformerBlocked")
const makeUnblockPerformer = makeChange("PerformerUnblocked")

export const blocksHandlers = {
  BlockPerformer: makeBlockPerformer,
  UnblockPerformer: makeUnblockPerformer,
}
