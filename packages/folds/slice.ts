/**
 * A slice: one part of the site's state, and how each event and client fact changes it. A handler is a pure function
 * `(slice, event) → slice`, found by the event's tag. It writes to nothing that it is given, and returns the same
 * object when nothing changes.
 *
 * Declare a slice with `satisfies Slice<…>`, so routes.ts knows which tags it folds. A new stream resets every slice.
 */
import type { ClientFactOf, ClientFactTag } from "@foldcast/contracts/client-facts/client-fact"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import type { EventOf, EventTag } from "@foldcast/contracts/stream/event"
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"
import type { SiteState } from "./site-state.ts"

/**
 * `site` is for reading other slices: those before this one in the order of routes.ts have folded this entry already,
 * and `site.visit` has the position before it. It is valid only during the call.
 */
type Handler<State, Content, Around> = (
  slice: State,
  content: Content,
  around: Around,
  site: SiteState,
) => State

export type EventHandlers<State> = {
  readonly [Tag in EventTag]: Handler<State, EventOf<Tag>, OpenEnvelope>
}

export type ClientFactHandlers<State> = {
  readonly [Tag in ClientFactTag]: Handler<State, ClientFactOf<Tag>, NumberedClientFact>
}

export interface Slice<State> {
  readonly events: Partial<EventHandlers<State>> & Pick<EventHandlers<State>, "StreamReset">
  readonly facts: Partial<ClientFactHandlers<State>>
}

/** The slice with these members; the same object if it has them already. */
export const withChanges = <State extends object>(slice: State, changes: Partial<State>): State => {
  for (const key in changes) {
    if (changes[key] !== slice[key]) return { ...slice, ...changes }
  }
  return slice
}
