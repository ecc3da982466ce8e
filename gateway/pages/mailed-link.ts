/**
 * Decides what a page does with the link that opened it (ADR 0048): it asks for a click, or it acts at once where
 * the browser belongs to the member that the link's token names. Only the session can prove that: no parameter, no
 * header of another site, and nothing that a mail scanner sends.
 *
 * An unknown token, another member's token and an invalid one get the same answer.
 */
import { Clock, Effect, Option, Schema } from "effect"
import { MemberId } from "@foldcast/contracts/ids"
import { linkMember } from "@foldcast/rules/link-token"
import type { HeaderReader } from "../http/origin.ts"
import type { OwnerId } from "../log/visit-header.ts"
import type { SessionStoreShape } from "../sessions/session-store.ts"
import { actingToken } from "./query-actions.ts"

export type MailedLinkState = "none" | "asks" | "goesOn"

const decodeMember = Schema.decodeUnknownOption(MemberId)

/** A prefetch: the browser loads the page before the visitor asks for it. Source: Fetch, "Sec-Purpose". */
const isAhead = (header: HeaderReader) => header("sec-purpose") !== undefined

export const mailedLink = Effect.fn("pages.mailedLink")(function* (
  sessions: Pick<SessionStoreShape, "isOf">,
  asked: { readonly query: string; readonly header: HeaderReader; readonly owner: OwnerId },
): Effect.fn.Return<MailedLinkState> {
  const token = actingToken(asked.query)
  if (token === null) return "none"
  const member = Option.getOrNull(decodeMember(linkMember(token)))
  if (member === null || isAhead(asked.header)) return "asks"
  const now = yield* Clock.currentTimeMillis
  const isOwn = yield* sessions.isOf(asked.owner, member, now).pipe(
    // Without the session store, the page asks for a click.
    Effect.orElseSucceed(() => false),
  )
  return isOwn ? "goesOn" : "asks"
})
