/** Why the last block, or taking one back, was refused: until the next try, and for who shows it. */
import type { SiteState } from "./site-state.ts"
import type { Slice } from "./slice.ts"

const none = () => undefined

export const blockRefusalSlice = {
  events: {
    StreamReset: none,
    LoggedOut: none,
    PerformerBlocked: none,
    PerformerUnblocked: none,
    BlockRefused: (_, { performerId, label }) => ({ performerId, label }),
  },
  facts: {
    CommandSent: (refusal, { command }) =>
      command === "BlockPerformer" || command === "UnblockPerformer" ? undefined : refusal,
  },
} satisfies Slice<SiteState["blockRefusal"]>

/** Null: the last change for this performer was not refused. @internal Until pages offer it. */
export const blockRefusal =
  (performerId: string) =>
  ({ blockRefusal: refusal }: SiteState): string | null =>
    refusal?.performerId === performerId ? refusal.label : null
