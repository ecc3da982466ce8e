/**
 * What becomes of a link that a page was opened by (ADR 0048): it asks for a press, or it goes on by itself,
 * where the browser is the own one of the member that its token names. The session says so, and nothing else
 * can: no parameter, no header of another site, nothing that a scanner of mails brings along.
 *
 * The answer is the same for a token of nobody, of somebody else and of no worth.
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

/** The browser loads it before anybody asked to see it. Source: Fetch, "Sec-Purpose". */
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
    // One press more is asked where nothing is known.
    Effect.orElseSucceed(() => false),
  )
  return isOwn ? "goesOn" : "asks"
})
