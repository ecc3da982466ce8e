/**
 * What is kept of what was reported, as it is at that moment: the profile, what the reporter heard in the room, the
 * message and what the performer wrote before it.
 *
 * Invariants: nothing that the reporter wrote is kept a second time; what the reporter was not told is not kept;
 * all of it is bounded.
 */
import { Clock, Effect, Option, Schema } from "effect"
import { ReportEvidence } from "@foldcast/contracts/upstream/report-decisions"
import type { ReportRequest } from "@foldcast/contracts/upstream/reports"
import { ChatRooms } from "../chat/room-service/chat-rooms.ts"
import type { SqlQueries } from "../db/database.ts"
import { statement } from "../db/statement.ts"
import { notFound } from "../http/refused.ts"
import { profileById } from "../performers/performer-store.ts"

const MESSAGES_BEFORE = 10
/** Characters of a profile's JSON; of a longer one the name alone is kept. */
const MAX_PROFILE = 60_000

const Place = Schema.Struct({ conversation_id: Schema.String, number: Schema.Int })
const PLACE = statement(
  Place,
  `SELECT m.conversation_id, m.number FROM private_messages m
   JOIN conversations c ON c.id = m.conversation_id
   WHERE m.id = $1 AND c.member_id = $2 AND c.performer_id = $3 AND m.sender = 'performer'`,
)
const MESSAGES = statement(
  Schema.Struct({
    id: Schema.String,
    sent_at: Schema.Date,
    content: Schema.NullOr(Schema.String),
  }),
  `SELECT id, sent_at, content FROM private_messages
   WHERE conversation_id = $1 AND number <= $2 AND sender = 'performer'
   ORDER BY number DESC LIMIT $3`,
)
const PICTURE = statement(
  Schema.Struct({ jpeg: Schema.String }),
  `SELECT encode(a.jpeg, 'base64') AS jpeg FROM private_messages m
   JOIN message_attachments a ON a.id = m.attachment_id WHERE m.id = $1`,
)

const profileOf = Effect.fnUntraced(function* (queries: SqlQueries, performerId: string) {
  const found = yield* profileById(queries, performerId)
  if (Option.isNone(found)) return yield* notFound()
  const { username, profile } = found.value
  const isShort = JSON.stringify(profile).length <= MAX_PROFILE
  return { username, content: isShort ? profile : null }
})

const messagesOf = Effect.fnUntraced(function* (
  queries: SqlQueries,
  { messageId, performerId }: ReportRequest,
  memberId: string,
) {
  const id = String(messageId)
  const [place] = yield* queries.query(PLACE, [id, memberId, String(performerId)])
  if (place === undefined) return yield* notFound()
  const wanted = [place.conversation_id, place.number, MESSAGES_BEFORE + 1]
  const rows = yield* queries.query(MESSAGES, wanted)
  const [picture] = yield* queries.query(PICTURE, [id])
  return {
    messages: rows
      .map((row) => ({ at: row.sent_at.getTime(), id: row.id, text: row.content }))
      .toReversed(),
    picture: picture?.jpeg ?? null,
  }
})

const linesOf = Effect.fnUntraced(function* (performerId: string, memberId: string | null) {
  const now = yield* Clock.currentTimeMillis
  return (yield* ChatRooms)
    .recentLines(performerId, memberId)
    .map(({ agoMs, ...line }) => ({ at: now - Math.round(agoMs), ...line }))
})

const encode = Schema.encodeSync(ReportEvidence)

/** As JSON, with the reported message's picture in base64. Refused where there is nothing of that kind. */
export const evidenceOf = Effect.fn("safety.evidence")(function* (
  queries: SqlQueries,
  request: ReportRequest,
  memberId: string | null,
) {
  const performerId = String(request.performerId)
  const profile = yield* profileOf(queries, performerId)
  const lines = request.kind === "room" ? yield* linesOf(performerId, memberId) : []
  const { messages, picture } =
    request.kind === "message" && memberId !== null
      ? yield* messagesOf(queries, request, memberId)
      : { messages: [], picture: null }
  return { evidence: JSON.stringify(encode({ profile, lines, messages })), picture }
})
