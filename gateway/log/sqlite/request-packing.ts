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
 * An append is the number of its entries, then of each entry its last event's time, whether it ends, its member
 * (false: it stays), how many visits, bodies and terms; then the visits, the bodies and the terms.
 */
type Cell = Exclude<LogRequest, Append> | string | number | boolean | null

export type PackedRequests = ReadonlyArray<Cell>

export const packRequests = (requests: ReadonlyArray<LogRequest>): PackedRequests => {
  const cells: Array<Cell> = []
  for (const request of requests) {
    if (request.operation !== "append") {
      cells.push(request)
      continue
    }
    const [entries] = request.asked
    cells.push(entries.length)
    for (const { visits, lastEventAt, ends, member, bodies, terms } of entries) {
      cells.push(lastEventAt, ends, member === undefined ? false : member)
      cells.push(visits.length, bodies.length, terms.length)
      for (const visit of visits) cells.push(visit)
      for (const body of bodies) cells.push(body)
      for (const term of terms) cells.push(term)
    }
  }
  return cells
}

export const unpackRequests = (cells: PackedRequests): ReadonlyArray<LogRequest> => {
  let at = 0
  const next = <A extends Cell>() => cells[at++] as A
  const texts = <A extends string>(count: number): ReadonlyArray<A> => {
    const taken: ReadonlyArray<Cell> = cells.slice(at, at + count)
    at += count
    return taken as ReadonlyArray<Cell & A>
  }
  const entry = (): WrittenEntry => {
    const lastEventAt = next<number | null>()
    const ends = next<boolean>()
    const member = next<MemberId | null | false>()
    const visits = next<number>()
    const bodies = next<number>()
    const terms = next<number>()
    const read = {
      lastEventAt,
      ends,
      visits: texts<VisitId>(visits),
      bodies: texts(bodies),
      terms: texts(terms),
    }
    return member === false ? read : { ...read, member }
  }
  const appendOf = (count: number): Append => ({
    operation: "append",
    asked: [Array.from({ length: count }, entry)],
  })
  const requests: Array<LogRequest> = []
  while (at < cells.length) {
    const cell = next()
    if (typeof cell === "number") requests.push(appendOf(cell))
    else requests.push(cell as Exclude<LogRequest, Append>)
  }
  return requests
}

/** The position at which an append for one visit was accepted; everything else is an object. */
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
