/**
 * How operations and answers are handed between the gateway's thread and the log's. What is posted is copied by
 * the structured clone algorithm, which writes an object's keys anew for each object: a list of strings and
 * numbers costs a sixth of it. So an append, and what answers it, lies flat in the list; everything else, which
 * is rare, is an object in it. Pure.
 *
 * Callers: sqlite.ts and sqlite-worker.ts. Invariant: what is unpacked equals what was packed.
 */
import type { MemberId, VisitId } from "@foldcast/contracts/ids"
import type { Answer, Operation, WrittenEntry } from "./sqlite-protocol.ts"
import type { Closed } from "./visit-rules.ts"
import type { FromThread, ToThread } from "./worker-thread.ts"

type Append = Extract<Operation, { readonly kind: "append" }>

/**
 * An append is the number of its entries, then of each entry its visit, its last event's time, whether it ends,
 * its member (false: it stays), how many bodies and how many terms; then the bodies, then the terms. Where its
 * list of bodies is the very one of the entry before, there are `SAME` of them and none follow.
 */
type Cell = Exclude<Operation, Append> | string | number | boolean | null

export type PackedOperations = ReadonlyArray<Cell>

const SAME = -1

export const packOperations = (operations: ReadonlyArray<Operation>): PackedOperations => {
  const cells: Array<Cell> = []
  for (const operation of operations) {
    if (operation.kind !== "append") {
      cells.push(operation)
      continue
    }
    cells.push(operation.entries.length)
    let before: WrittenEntry["bodies"] | null = null
    for (const entry of operation.entries) {
      const { visit, lastEventAt, ends, member, bodies, terms } = entry
      cells.push(visit, lastEventAt, ends, member === undefined ? false : member)
      const isSame = bodies === before
      before = bodies
      cells.push(isSame ? SAME : bodies.length, terms.length)
      if (!isSame) for (const body of bodies) cells.push(body)
      for (const term of terms) cells.push(term)
    }
  }
  return cells
}

export const unpackOperations = (cells: PackedOperations): ReadonlyArray<Operation> => {
  let at = 0
  const next = <A extends Cell>() => cells[at++] as A
  const texts = (count: number) => Array.from({ length: count }, () => next<string>())
  let before: WrittenEntry["bodies"] = []
  const entry = (): WrittenEntry => {
    const visit = next<VisitId>()
    const lastEventAt = next<number | null>()
    const ends = next<boolean>()
    const member = next<MemberId | null | false>()
    const bodies = next<number>()
    const terms = next<number>()
    if (bodies !== SAME) before = texts(bodies)
    return {
      visit,
      lastEventAt,
      ends,
      ...(member !== false && { member }),
      bodies: before,
      terms: texts(terms),
    }
  }
  const operations: Array<Operation> = []
  while (at < cells.length) {
    const cell = next()
    if (typeof cell === "number")
      operations.push({ kind: "append", entries: Array.from({ length: cell }, entry) })
    else operations.push(cell as Exclude<Operation, Append>)
  }
  return operations
}

/** The position at which an append of one entry was accepted; everything else is an object. */
export type PackedAnswers = ReadonlyArray<Answer | number>

export const packAnswers = (answers: ReadonlyArray<Answer>): PackedAnswers =>
  answers.map((answer) => {
    if (!("done" in answer) || !Array.isArray(answer.done) || answer.done.length !== 1)
      return answer
    const [from] = answer.done as ReadonlyArray<number | Closed>
    return typeof from === "number" ? from : answer
  })

export const unpackAnswers = (cells: PackedAnswers): ReadonlyArray<Answer> =>
  cells.map((cell) => (typeof cell === "number" ? { done: [cell] } : cell))

export type ToLog = ToThread<PackedOperations>
/** Where it failed, nothing of the group is durable, and nothing after it will be. */
export type FromLog = FromThread<string, PackedAnswers>
