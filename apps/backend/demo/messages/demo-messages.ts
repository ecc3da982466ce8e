/**
 * The demo's performers at their private messages: carries out, once a second, what message-answers.ts finds due, and
 * once a minute what unasked-messages.ts does. What fails is tried again in the next round.
 *
 * Invariants: everything is decided from the database, so that a restart loses and doubles nothing; nothing is done for
 * a performer whom somebody holds at a desk; in 24 hours a member is written to unasked once, and only where no
 * performer wrote to them at all.
 */
import { Clock, Effect, Schedule } from "effect"
import { SqlDatabase } from "../../db/database.ts"
import { only } from "../../db/statement.ts"
import { PictureRenderer } from "../../media/picture-renderer.ts"
import { attachmentPicture } from "../../messenger/attachment-picture.ts"
import { continueAsPerformer } from "../../messenger/continue-as-performer.ts"
import type { MessageBody } from "../../messenger/message-store.ts"
import { steadyRound } from "../../steady-round.ts"
import { type MessageAnswer, nextStep, type OpenConversation } from "./message-answers.ts"
import {
  acquaintancesOf,
  acquaintedMembers,
  hasHeardSince,
  type MemberRow,
  openConversations,
  type OpenRow,
} from "./message-queries.ts"
import { isUnaskedHour, unaskedMessage } from "./unasked-messages.ts"
import { nameToWrite } from "./written-line.ts"

export interface DemoMessages {
  readonly seed: string
  /** Whether somebody acts for her at a desk. */
  readonly isHeld: (performerId: string) => boolean
}

const AT_ONCE = 4
const UNASKED_EVERY_MS = 86_400_000
/** Whoever met her just now is not written to. */
const KNOWN_FOR_MS = 43_200_000

const openOf = (row: OpenRow): OpenConversation => ({
  performerId: row.performer_id,
  isLive: row.is_live,
  name: nameToWrite(row.username, row.email),
  lang: row.lang,
  newest: { id: row.newest_id, text: row.newest_text },
  written: row.written,
  said: row.said,
  firstUnreadAt: row.first_unread_at?.getTime() ?? null,
  firstReadAt: row.first_read_at?.getTime() ?? null,
})

const bodiesOf = Effect.fnUntraced(function* (
  performerId: string,
  { text, picture: name }: MessageAnswer,
) {
  const written: MessageBody = { _tag: "Text", content: text }
  if (name === null) return [written]
  const drawn = { picture: { owner: performerId, name, plain: false }, size: null }
  const jpeg = yield* (yield* PictureRenderer).at(drawn, "jpeg")
  // Where others' pictures wait for their turn, the text goes alone.
  const picture = yield* attachmentPicture(jpeg).pipe(Effect.orElseSucceed(() => null))
  if (picture === null) return [written]
  return [written, { _tag: "Picture", picture } satisfies MessageBody]
})

const takeStep = Effect.fnUntraced(function* ({ seed, isHeld }: DemoMessages, row: OpenRow) {
  const { member_id: memberId, performer_id: performerId, last_number: after } = row
  const step = nextStep(seed, openOf(row))
  if (step === null || step.at > (yield* Clock.currentTimeMillis)) return
  const bodies = step._tag === "Look" ? [] : yield* bodiesOf(performerId, step)
  const stands = () => Effect.sync(() => !isHeld(performerId))
  yield* continueAsPerformer({ memberId, performerId }, { after, bodies, stands })
})

/** One member's trouble is nobody else's. */
const byItself = <E extends { readonly _tag: string }, R>(step: Effect.Effect<unknown, E, R>) =>
  step.pipe(
    Effect.catch((error) =>
      Effect.logWarning("a demo performer’s message waits", { reason: error._tag }),
    ),
    steadyRound("a demo performer’s message"),
  )

/** Looks at and answers what is due now. */
export const answerDue = Effect.fn("demo.answerDue")(function* (demo: DemoMessages) {
  const rows = yield* openConversations(yield* SqlDatabase)
  yield* Effect.forEach(
    rows.filter(({ performer_id }) => !demo.isHeld(performer_id)),
    (row) => byItself(takeStep(demo, row)),
    { concurrency: AT_ONCE, discard: true },
  )
})

const writeUnasked = Effect.fnUntraced(function* (
  { seed, isHeld }: DemoMessages,
  { id: memberId, username, email, lang }: MemberRow,
  now: number,
) {
  const rows = yield* acquaintancesOf(yield* SqlDatabase, memberId, new Date(now - KNOWN_FOR_MS))
  const known = rows
    .filter(({ performer_id }) => !isHeld(performer_id))
    .map(({ performer_id: performerId, ...texts }) => ({ performerId, ...texts }))
  const to = { memberId, name: nameToWrite(username, email), lang }
  const message = unaskedMessage(seed, to, known, now)
  if (message === null) return
  const { performerId, text } = message
  const after = known.find((one) => one.performerId === performerId)?.last_number ?? 0
  yield* continueAsPerformer(
    { memberId, performerId },
    {
      after,
      bodies: [{ _tag: "Text", content: text }],
      stands: Effect.fnUntraced(function* (queries) {
        const heard = yield* hasHeardSince(queries, memberId, new Date(now - UNASKED_EVERY_MS))
        return !only(heard).has_heard && !isHeld(performerId)
      }),
    },
  )
})

/** Writes to whom somebody writes first about now. */
export const writeUnaskedDue = Effect.fn("demo.writeUnasked")(function* (demo: DemoMessages) {
  const now = yield* Clock.currentTimeMillis
  const members = yield* acquaintedMembers(yield* SqlDatabase)
  yield* Effect.forEach(
    members.filter(({ id }) => isUnaskedHour(demo.seed, id, now)),
    (member) => byItself(writeUnasked(demo, member, now)),
    { concurrency: AT_ONCE, discard: true },
  )
})

/** Runs until interrupted. `speaksFirst`: a demo world at a fixed moment only answers. */
export const runDemoMessages = Effect.fn("demo.messages")(function* (
  demo: DemoMessages,
  speaksFirst: boolean,
) {
  if (speaksFirst) {
    yield* byItself(writeUnaskedDue(demo)).pipe(
      Effect.repeat(Schedule.spaced("1 minute")),
      Effect.forkChild,
    )
  }
  yield* byItself(answerDue(demo)).pipe(Effect.repeat(Schedule.spaced("1 second")))
})
