/**
 * How requests and answers are handed between the gateway's thread and the log's. What is posted is copied by
 * the structured clone algorithm, which writes an object's keys anew for each object: a list of strings and
 * numbers costs a sixth of it. So an append, and what answers it, lies flat in the list; everything else, which
 * is rare, is an object in it. Pure.
 *
 * Invariant: what is unpacked equals what was packed.
 */
import type { MemberId, VisitId } from "@foldcast/contracts/ids"
import type { LogAnswer, LogRequest, WrittenEntry } from "./thread-protocol.ts"
import type { ClosedReason } from "../visit-rules.ts"
import type { FromThread, ToThread } from "../worker-thread.ts"

type Append = LogRequest<"append">

/**
 * An append is the number of its entries, then of each entry its visit, its last event's time, whether it ends,
 * its member (false: it stays), how many bodies and how many terms; then the bodies, then the terms; then the
 * number of its followers, and their visits: entries that are this one but for the visit, with the very same list
 * of bodies, as a room has them.
 */
type Cell = Exclude<LogRequest, Append> | string | number | boolean | null

export type PackedRequests = ReadonlyArray<Cell>

const follows = (entry: WrittenEntry, first: WrittenEntry): boolean =>
  entry.bodies === first.bodies &&
  entry.lastEventAt === first.lastEventAt &&
  entry.ends === first.ends &&
  entry.member === first.member &&
  (entry.terms === first.terms || (entry.terms.length === 0 && first.terms.length === 0))

export const packRequests = (requests: ReadonlyArray<LogRequest>): PackedRequests => {
  const cells: Array<Cell> = []
  for (const request of requests) {
    if (request.operation !== "append") {
      cells.push(request)
      continue
    }
    const [entries] = request.asked
    cells.push(entries.length)
    for (let at = 0; at < entries.length;) {
      const entry = entries[at] as WrittenEntry
      const { visit, lastEventAt, ends, member, bodies, terms } = entry
      cells.push(visit, lastEventAt, ends, member === undefined ? false : member)
      cells.push(bodies.length, terms.length)
      for (const body of bodies) cells.push(body)
      for (const term of terms) cells.push(term)
      const followers = cells.push(0) - 1
      for (at += 1; at < entries.length; at++) {
        const follower = entries[at] as WrittenEntry
        if (!follows(follower, entry)) break
        cells.push(follower.visit)
      }
      cells[followers] = cells.length - followers - 1
    }
  }
  return cells
}

export const unpackRequests = (cells: PackedRequests): ReadonlyArray<LogRequest> => {
  let at = 0
  const next = <A extends Cell>() => cells[at++] as A
  const texts = (count: number) => Array.from({ length: count }, () => next<string>())
  const entry = (): WrittenEntry => {
    const visit = next<VisitId>()
    const lastEventAt = next<number | null>()
    const ends = next<boolean>()
    const member = next<MemberId | null | false>()
    const bodies = next<number>()
    const terms = next<number>()
    return {
      visit,
      lastEventAt,
      ends,
      ...(member !== false && { member }),
      bodies: texts(bodies),
      terms: texts(terms),
    }
  }
  const appendOf = (count: number): Append => {
    const entries: Array<WrittenEntry> = []
    while (entries.length < count) {
      const first = entry()
      entries.push(first)
      for (let left = next<number>(); left > 0; left--)
        entries.push({ ...first, visit: next<VisitId>() })
    }
    return { operation: "append", asked: [entries] }
  }
  const requests: Array<LogRequest> = []
  while (at < cells.length) {
    const cell = next()
    if (typeof cell === "number") requests.push(appendOf(cell))
    else requests.push(cell as Exclude<LogRequest, Append>)
  }
  return requests
}

/** The position at which an append of one entry was accepted; everything else is an object. */
export type PackedAnswers = ReadonlyArray<LogAnswer | number>

export const packAnswers = (answers: ReadonlyArray<LogAnswer>): PackedAnswers =>
  answers.map((answer) => {
    if (!("done" in answer) || !Array.isArray(answer.done) || answer.done.length !== 1)
      return answer
    const [from] = answer.done as ReadonlyArray<number | ClosedReason>
    return typeof from === "number" ? from : answer
  })

export const unpackAnswers = (cells: PackedAnswers): ReadonlyArray<LogAnswer> =>
  cells.map((cell) => (typeof cell === "number" ? { done: [cell] } : cell))

export type ToLog = ToThread<PackedRequests>
/** Where it failed, nothing of the group is durable, and nothing after it will be. */
export type FromLog = FromThread<string, PackedAnswers>
