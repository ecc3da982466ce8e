/** What becomes of the shown visit's state when another visit replaces it under an open document. Pure. */
import type { ClientFact } from "@foldcast/contracts/client-facts/client-fact"
import { VISIT_IS_OVER } from "@foldcast/contracts/commands/no-answer"
import type { MemberId, TabId } from "@foldcast/contracts/ids"
import { memberOf } from "@foldcast/folds/account"
import type { ConsentChoice, SiteState } from "@foldcast/folds/site-state"
import type { TabSlice } from "@foldcast/reactions/effect"
import { isEmptySlice, tabSlice } from "@foldcast/reactions/tab"

/** What a visit is shown with: what the tab carries, then the page that it is on and what was consented to. */
export const restoredFacts = (
  restored: { readonly tab: TabId; readonly slice: TabSlice } | null,
  navigated: ClientFact | null,
  choice: ConsentChoice | null,
  messages: ReadonlyArray<ClientFact> = [],
): ReadonlyArray<ClientFact> =>
  [
    restored && ({ _tag: "TabRestored", ...restored } as const),
    navigated,
    choice && ({ _tag: "ConsentChosen", choice } as const),
    ...messages,
  ].filter((fact) => fact !== null)

/** Null: a guest. */
export const memberIdOf = (state: SiteState): MemberId | null => memberOf(state)?.memberId ?? null

/**
 * The member's pop-ups, and messages that are not known to be sent: what became of those was told to the visit before,
 * if at all. They stand as such, and in the conversation as it is asked for anew where they arrived.
 */
const messageFacts = ({ messages, popUps = [] }: SiteState): ReadonlyArray<ClientFact> => [
  ...(popUps.length > 0 ? [{ _tag: "PopUpsRecalled", popUps } as const] : []),
  ...(messages?.outgoing ?? []).flatMap(({ commandId, performerId, content, sending }) => [
    {
      _tag: "CommandSent",
      commandId,
      command: "SendPrivateMessage",
      performerId,
      ...(content._tag === "Text"
        ? { message: content.text }
        : { attachment: content.attachmentId }),
    } as const,
    {
      _tag: "CommandFailed",
      commandId,
      label: sending._tag === "Failed" && !sending.mayBeSent ? sending.label : VISIT_IS_OVER,
    } as const,
  ]),
]

export interface VisitHandover {
  /** The member that was shown is not this visitor: nothing of theirs stays. */
  readonly isOtherVisitor: boolean
  readonly closesPayWindow: boolean
  /** Null: there is nothing to carry over. */
  readonly slice: TabSlice | null
  /** What is carried over of private messages. */
  readonly messages: ReadonlyArray<ClientFact>
}

/** `isWhole`: every event of the next visit has come. Null: it cannot be shown yet. */
export const visitHandover = (
  shown: SiteState,
  next: SiteState,
  isWhole: boolean,
): VisitHandover | null => {
  const before = memberIdOf(shown)
  const after = memberIdOf(next)
  // A guest's so far: the member may still be named, and goes on as they were until it is known.
  if (!isWhole && before !== null && after === null) return null
  if (before !== null && before !== after) {
    return { isOtherVisitor: true, closesPayWindow: true, slice: null, messages: [] }
  }
  const slice = tabSlice(shown)
  return {
    isOtherVisitor: false,
    // Its command was sent in the visit before: no address will ever come for the blank tab.
    closesPayWindow: shown.payment.current._tag === "Opening",
    slice: isEmptySlice(slice) ? null : slice,
    messages: after === null ? [] : messageFacts(shown),
  }
}
