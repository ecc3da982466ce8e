/** Kept answers in memory: for tests, and as the model that the conformance suite's answers agree with. */
import { Effect, Layer, Option } from "effect"
import { type Citation, type Cited, KeptAnswers, type KeptAnswersShape } from "./kept-answers.ts"
import { bytesStored, packed, unpacked } from "./packed.ts"

interface Kept {
  readonly body: Uint8Array
  citedAt: number
}

export const makeMemoryKeptAnswers = (maxBytes: number): KeptAnswersShape => {
  const all = new Map<string, Kept>()
  let bytes = 0

  const drop = (hash: string, { body }: Kept) => {
    all.delete(hash)
    bytes -= bytesStored(body)
  }

  const oldestFirst = () => [...all].toSorted(([, one], [, other]) => one.citedAt - other.citedAt)

  const citeOne = ({ hash, text }: Citation, at: number): keyof Cited => {
    const known = all.get(hash)
    if (known !== undefined) {
      known.citedAt = Math.max(known.citedAt, at)
      return "known"
    }
    if (text === null) return "unknown"
    const body = packed(text)
    if (bytesStored(body) > maxBytes) return "tooLong"
    all.set(hash, { body, citedAt: at })
    bytes += bytesStored(body)
    return "kept"
  }

  return {
    cite: (citations, at) =>
      Effect.sync(() => {
        const cited = { kept: 0, known: 0, unknown: 0, tooLong: 0 }
        for (const citation of citations) cited[citeOne(citation, at)] += 1
        for (const [hash, kept] of bytes > maxBytes ? oldestFirst() : []) {
          if (bytes <= maxBytes) break
          drop(hash, kept)
        }
        return cited
      }),
    read: (hash) =>
      Effect.sync(() => {
        const kept = all.get(hash)
        return Option.fromNullOr(kept === undefined ? null : unpacked(kept.body, hash))
      }),
    forgetBefore: (before) =>
      Effect.sync(() => {
        const doomed = [...all].filter(([, { citedAt }]) => citedAt < before)
        for (const [hash, kept] of doomed) drop(hash, kept)
        return doomed.length
      }),
    bytes: () => bytes,
  }
}

export const MemoryKeptAnswers = {
  layer: (maxBytes: number) =>
    Layer.effect(
      KeptAnswers,
      Effect.sync(() => makeMemoryKeptAnswers(maxBytes)),
    ),
}
