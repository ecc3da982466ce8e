/**
 * The member's credit movements: one page as JSON, or all of them as a file. Read from the upstream in the member's
 * name, never stored.
 *
 * Invariants: one page of the file is in memory at a time, and the next is fetched when the browser has read it; a
 * file that cannot be completed breaks off as a failed download, so that no part passes for the whole; a file that
 * reaches its limit says so in its last line.
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
import {
  type MemberResponse,
  type QueryRequester,
  localeOf,
  makeMemberAsking,
} from "./member-asking.ts"
import { cutLine, movementHeading, movementLine } from "./movement-lines.ts"

/** The format of the upstream's `next`; any other text is rejected. */
const CURSOR = /^[\w.~-]{1,128}$/u

const isLocale = Schema.is(Locale)

/** The most movements in one file: years of evenings. */
const MAX_IN_FILE = 100_000

/** Back-pressure: pulls the next text when the browser has read the one before. */
const streamOf = (texts: AsyncGenerator<string>) => {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await texts.next()
        if (done === true) controller.close()
        else controller.enqueue(encoder.encode(value))
      },
      cancel: async () => {
        await texts.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}

export interface CreditHistoryShape {
  readonly page: (asker: QueryRequester, url: URL) => MemberResponse
  readonly file: (asker: QueryRequester, url: URL) => MemberResponse
}

const askPage = Effect.fnUntraced(function* (
  { token }: SessionMember,
  before: string | null,
  lang: Locale,
) {
  const api = yield* MemberApi
  const outcome = yield* api.call({
    call: "GET /wallet/movements",
    query: { limit: String(MAX_MOVEMENTS), ...(before !== null && { before }) },
    token,
    lang,
    noNude: false,
  })
  return outcome._tag === "Answered"
    ? ({ _tag: "Answered", page: movementsPage(outcome.body) } as const)
    : outcome
})

/** The file's lines, page by page; `next` fetches the page at that cursor, and throws where there is none. */
async function* fileLines(
  first: MovementsPage,
  locale: Locale,
  next: (before: string) => Promise<MovementsPage>,
): AsyncGenerator<string> {
  let told = 0
  let heading = movementHeading(locale)
  for (let page = first; ;) {
    const lines = page.movements.map((movement) => movementLine(movement, locale))
    told += lines.length
    const before: string | null = told < MAX_IN_FILE ? page.next : null
    const isCut = before === null && page.next !== null
    yield heading + lines.join("") + (isCut ? cutLine(locale) : "")
    heading = ""
    if (before === null) return
    page = await next(before)
  }
}

export class CreditHistory extends Context.Service<CreditHistory, CreditHistoryShape>()(
  "gateway/CreditHistory",
) {
  static readonly layer = Layer.effect(
    CreditHistory,
    Effect.gen(function* () {
      const services = yield* Effect.context<MemberApi>()
      const problem = yield* makeAnswerProblem
      const { limited, asMember } = yield* makeMemberAsking
      const ask = (...page: Parameters<typeof askPage>) =>
        Effect.provideContext(askPage(...page), services)

      const badPlace = problem("malformed", { fields: [{ field: "before", label: "malformed" }] })

      const file = Effect.fnUntraced(function* (member: SessionMember, locale: Locale) {
        const first = yield* ask(member, null, locale)
        if (first._tag !== "Answered") return yield* problem("unavailable")
        const lines = fileLines(first.page, locale, async (before) => {
          const answer = await Effect.runPromise(ask(member, before, locale))
          if (answer._tag !== "Answered") throw new Error("the movements broke off")
          return answer.page
        })
        return new Response(streamOf(lines), {
          headers: {
            "Content-Type": "text/csv; charset=utf-8",
            "Content-Disposition": 'attachment; filename="credits.csv"',
            "Cache-Control": "no-store",
            Vary: "Cookie",
          },
        })
      })

      const page = Effect.fnUntraced(function* (
        asker: QueryRequester,
        member: SessionMember,
        url: URL,
      ) {
        const before = url.searchParams.get("before")
        if (before !== null && !CURSOR.test(before)) return yield* badPlace
        const answer = yield* ask(member, before, localeOf(asker))
        if (answer._tag === "Answered") return personalResponse(answer.page)
        const isPlace = answer._tag === "Refused" && answer.status === 400
        return yield* isPlace ? badPlace : problem("unavailable")
      })

      return CreditHistory.of({
        page: (asker, url) => asMember(asker, (member) => page(asker, member, url)),
        file: (asker, url) =>
          asMember(asker, (member, { owner }) => {
            const asked = url.searchParams.get("lang")
            const locale = isLocale(asked) ? asked : localeOf(asker)
            return limited({ creditFilesPerOwner: owner }, file(member, locale))
          }),
      })
    }),
  )
}
