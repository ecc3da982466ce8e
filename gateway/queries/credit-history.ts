/**
 * The member's credit movements: a page of them as JSON, all of them as a file. Asked of the upstream in the
 * member's name, never stored.
 *
 * Invariants: one page of the file is in memory at a time, and the next is asked for when the browser has read
 * it; a file that cannot be completed breaks off as a failed download, so nobody takes a part for the whole; one that
 * is full says so in its last line.
 */
import { Context, Effect, Layer, Schema } from "effect"
import type { MovementsPage } from "@foldcast/contracts/queries/movements"
import { MAX_MOVEMENTS } from "@foldcast/contracts/upstream/member-api"
import { Locale } from "@foldcast/contracts/units"
import { makeAnswerProblem } from "../http/answer-problem.ts"
import { movementsPage } from "../normalise/movements.ts"
import type { SessionMember } from "../sessions/session-store.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { personalResponse } from "./answers.ts"
import { type Answering, type Asker, localeOf, makeMemberAsking } from "./member-asking.ts"
import { cutLine, movementHeading, movementLine } from "./movement-lines.ts"

/** What the upstream answers as `next`; another text is not asked about. */
const CURSOR = /^[\w.~-]{1,128}$/u

const isLocale = Schema.is(Locale)

/** Movements that one file holds at most: years of evenings. */
const MAX_IN_FILE = 100_000

export interface CreditHistoryShape {
  readonly page: (asker: Asker, url: URL) => Answering
  readonly file: (asker: Asker, url: URL) => Answering
}

export class CreditHistory extends Context.Service<CreditHistory, CreditHistoryShape>()(
  "gateway/CreditHistory",
) {
  static readonly layer = Layer.effect(
    CreditHistory,
    Effect.gen(function* () {
      const api = yield* MemberApi
      const problem = yield* makeAnswerProblem
      const { limited, asMember } = yield* makeMemberAsking
      const runPromise = Effect.runPromiseWith(yield* Effect.context())

      const ask = ({ token }: SessionMember, before: string | null, lang: Locale) =>
        Effect.map(
          api.call({
            call: "GET /wallet/movements",
            query: { limit: String(MAX_MOVEMENTS), ...(before !== null && { before }) },
            token,
            lang,
            noNude: false,
          }),
          (outcome) =>
            outcome._tag === "Answered"
              ? ({ _tag: "Answered", page: movementsPage(outcome.body) } as const)
              : outcome,
        )

      const badPlace = problem("malformed", { fields: [{ field: "before", label: "malformed" }] })

      /** Page after page; the first is there already. */
      const fileOf = (member: SessionMember, first: MovementsPage, locale: Locale) => {
        const encoder = new TextEncoder()
        let told = 0
        let heading = movementHeading(locale)
        let page: MovementsPage | null = first
        return new ReadableStream<Uint8Array>(
          {
            pull: async (controller) => {
              if (page === null) {
                controller.close()
                return
              }
              const lines = page.movements.map((movement) => movementLine(movement, locale))
              told += lines.length
              const next: string | null = told < MAX_IN_FILE ? page.next : null
              const isCut = next === null && page.next !== null
              const text = heading + lines.join("") + (isCut ? cutLine(locale) : "")
              controller.enqueue(encoder.encode(text))
              heading = ""
              if (next === null) {
                page = null
                return
              }
              const answer = await runPromise(ask(member, next, locale))
              if (answer._tag !== "Answered") throw new Error("the movements broke off")
              ;({ page } = answer)
            },
          },
          { highWaterMark: 0 },
        )
      }

      const firstOf = Effect.fnUntraced(function* (member: SessionMember, locale: Locale) {
        const first = yield* ask(member, null, locale)
        if (first._tag !== "Answered") return yield* problem("unavailable")
        return new Response(fileOf(member, first.page, locale), {
          headers: {
            "Content-Type": "text/csv; charset=utf-8",
            "Content-Disposition": 'attachment; filename="credits.csv"',
            "Cache-Control": "no-store",
            Vary: "Cookie",
          },
        })
      })

      return CreditHistory.of({
        page: (asker, url) =>
          asMember(
            asker,
            Effect.fnUntraced(function* (member) {
              const before = url.searchParams.get("before")
              if (before !== null && !CURSOR.test(before)) return yield* badPlace
              const answer = yield* ask(member, before, localeOf(asker))
              if (answer._tag === "Answered") return personalResponse(answer.page)
              const isPlace = answer._tag === "Refused" && answer.status === 400
              return yield* isPlace ? badPlace : problem("unavailable")
            }),
          ),
        file: (asker, url) =>
          asMember(asker, (member, { owner }) => {
            const asked = url.searchParams.get("lang")
            const locale = isLocale(asked) ? asked : localeOf(asker)
            return limited({ creditFilesPerOwner: owner }, firstOf(member, locale))
          }),
      })
    }),
  )
}
