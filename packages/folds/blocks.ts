/**
 * Whom the member blocked: the upstream's last list, with what was changed since. It is told once, when a document
 * attaches, so the site's first script folds it; why a change was refused comes with block-refusal.ts.
 */
import type { SiteState } from "./site-state.ts"
import type { Slice } from "./slice.ts"
import { withListed } from "./with-listed.ts"

const unknown = () => undefined

/** A change before the first list must not look like the whole list. */
const changed = (blocks: SiteState["blocks"], performerId: string, isBlocked: boolean) =>
  blocks && (withListed(blocks, performerId, isBlocked) ?? blocks)

export const blocksSlice = {
  events: {
    StreamReset: unknown,
    LoggedOut: unknown,
    BlocksListed: (_, { performerIds }) => performerIds,
    PerformerBlocked: (blocks, { performerId }) => changed(blocks, performerId, true),
    PerformerUnblocked: (blocks, { performerId }) => changed(blocks, performerId, false),
  },
  facts: {},
} satisfies Slice<SiteState["blocks"]>

/** False while unknown: nobody is hidden before the list has come. @internal Until pages hide by it. */
export const isBlocked =
  (performerId: string) =>
  ({ blocks }: SiteState): boolean =>
    blocks?.includes(performerId) ?? false
