/**
 * Whether these folds can read an envelope's event: directly, after upcasting, or not at all. It uses no
 * schema: the browser trusts the version-checked envelopes of its own gateway. A reader of untrusted logs
 * decodes them first (packages/replay).
 */
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import type { Event, EventTag } from "@foldcast/contracts/stream/event"
import {
  presentVersion,
  upcast,
  type Upcasters,
  UPCASTERS,
} from "@foldcast/contracts/stream/upcasters"

export type ReadableEvent =
  | { readonly _tag: "Readable"; readonly event: Event }
  /** `name` in the form that `visit.unread` uses. */
  | { readonly _tag: "Unread"; readonly name: string }

export const readableEvent = (
  { event, v }: OpenEnvelope,
  /** Whether a slice folds this tag, in any version. */
  isFolded: boolean,
  upcasters: Upcasters = UPCASTERS,
): ReadableEvent => {
  if (!isFolded) return { _tag: "Unread", name: event._tag }
  const known = presentVersion(event._tag, upcasters)
  if (v > known) return { _tag: "Unread", name: `${event._tag}@${v}` }
  const present = upcast(upcasters, event, v, known)
  return present === undefined
    ? { _tag: "Unread", name: `${event._tag}@${v}` }
    : { _tag: "Readable", event: present as unknown as Extract<Event, { _tag: EventTag }> }
}
