import { describe, expect, it } from "vitest"
import type { Citation } from "../store/kept-answers.ts"
import { CitationQueue } from "./citation-queue.ts"

const named = (hash: string): Citation => ({ hash, text: null })
const served = (hash: string, length = 1): Citation => ({ hash, text: "x".repeat(length) })

/** The hashes of each batch, until none waits. */
const batches = (waiting: CitationQueue): ReadonlyArray<ReadonlyArray<string>> => {
  const all: Array<ReadonlyArray<string>> = []
  for (let batch = waiting.next(); batch.length > 0; batch = waiting.next())
    all.push(batch.map(({ hash }) => hash))
  return all
}

const filled = (...citations: ReadonlyArray<Citation>) => {
  const waiting = new CitationQueue()
  for (const citation of citations) expect(waiting.add(citation)).toBe(true)
  return waiting
}

describe("the queue of citations to be kept", () => {
  it("continues with those in flight first, each once, with its text", () => {
    const waiting = filled(named("a"), named("b"), served("b"), served("c"), named("c"))
    expect(waiting.isEmpty).toBe(false)
    expect(batches(waiting)).toEqual([["b", "c"], ["a"]])
    expect(waiting.isEmpty).toBe(true)
    expect(batches(waiting)).toEqual([])
  })

  it("hands on a few at a time, and long texts fewer", () => {
    const many = filled(...Array.from({ length: 100 }, (_, index) => named(String(index))))
    expect(batches(many).map(({ length }) => length)).toEqual([64, 36])
    const long = filled(
      served("a", 300_000),
      served("b", 200_000),
      served("c", 300_000),
      served("d", 1_000_000),
      served("e"),
    )
    expect(batches(long)).toEqual([["a", "b"], ["c"], ["d"], ["e"]])
  })

  it("is limited in number, for each kind by itself", () => {
    const waiting = new CitationQueue()
    const taken = (make: (hash: string) => Citation) =>
      Array.from({ length: 2_000 }, (_, index) => waiting.add(make(`${index}`))).filter(Boolean)
    expect(taken((hash) => named(`unserved ${hash}`))).toHaveLength(512)
    expect(taken((hash) => served(`served ${hash}`))).toHaveLength(512)
  })

  it("is limited in the texts it holds, and takes more when some have gone", () => {
    const waiting = new CitationQueue()
    const taken = Array.from({ length: 100 }, (_, index) =>
      waiting.add(served(String(index), 1_000_000)),
    ).filter(Boolean)
    expect(taken).toHaveLength(33)
    expect(waiting.next()).toHaveLength(1)
    expect(waiting.add(served("more", 1_000_000))).toBe(true)
    expect(waiting.add(served("too much", 1_000_000))).toBe(false)
    batches(waiting)
    expect(waiting.add(served("too much", 1_000_000))).toBe(true)
  })
})
