/**
 * A visit's log as a capture: read page by page, put into the order the document saw, and written by
 * recorder.ts. Behind each answer that the visit applied stands its body, once, where it is kept
 * (kept-answers/).
 *
 * Invariants: nothing unredacted leaves; one chunk of events and facts and one body are held at a time, and no body
 * is asked for twice; a log that turns out damaged ends the capture without a footer, so its reader sees a truncated
 * file and never a whole one that is not.
 */
import { Effect, Option, Schema, Stream } from "effect"
import {
  CAPTURE_FORMAT,
  CAPTURE_VERSION,
  type CaptureHeader,
} from "@foldcast/contracts/capture/capture"
import { type CaptureSigner, CaptureWriter } from "@foldcast/contracts/capture/capture-writer"
import {
  type DocumentOrder,
  documentOrder,
  type OrderedStep,
} from "@foldcast/contracts/capture/document-order"
import { PROTOCOL, SCHEMA_HASH } from "@foldcast/contracts/protocol-version"
import { factFingerprints } from "@foldcast/contracts/schema-hash"
import { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import type { KeptAnswersShape, KeptAnswersUnavailable } from "../store/kept-answers.ts"
import type { VisitRecord } from "../log/visit-header.ts"
import type {
  ConnectionNote,
  VisitLogShape,
  LogUnavailable,
  VisitClosed,
} from "../log/visit-log.ts"
import { captureSha256 } from "./digests.ts"
import { answerIn, partedByAnswers, Recorder, type SeenHere } from "./recorder.ts"
import { type KeyedDigest, REDACTION } from "./redact.ts"
import { type FactPlace, factPlaces, FACTS_AT_ONCE, StoredFacts } from "./stored-facts.ts"

/** Events read from the log at a time. */
const PAGE = 500

export interface CaptureSources {
  readonly log: VisitLogShape
  readonly kept: Pick<KeptAnswersShape, "read">
}

export interface CaptureMaker {
  readonly signer: CaptureSigner
  readonly build: string
  /** The fingerprint of the folds (fold-sources.ts). */
  readonly folds: string
}

const decodeWire = Schema.decodeUnknownSync(Schema.fromJsonString(OpenEnvelope))
const TYPES = factFingerprints(captureSha256)

const headerOf = (
  visit: VisitRecord,
  { build, folds }: CaptureMaker,
  { exportedAt, part }: Pick<CaptureHeader, "exportedAt" | "part">,
): CaptureHeader => ({
  fmt: CAPTURE_FORMAT,
  v: CAPTURE_VERSION,
  protocol: PROTOCOL.max,
  build,
  folds,
  schemaHash: SCHEMA_HASH,
  types: TYPES,
  startedAt: visit.at,
  locale: visit.locale,
  brand: visit.brand,
  viewport: null,
  base: visit.base,
  redaction: REDACTION,
  visit: visit.visit,
  exportedAt,
  head: visit.head,
  n: visit.n,
  ended: visit.ended,
  part,
})

type Placed = OrderedStep<OpenEnvelope, FactPlace, ConnectionNote>

function* chunked(placed: ReadonlyArray<Placed>): Generator<ReadonlyArray<Placed>> {
  for (let from = 0; from < placed.length; from += FACTS_AT_ONCE)
    yield placed.slice(from, from + FACTS_AT_ONCE)
}

const text = (lines: ReadonlyArray<string>): string => lines.map((line) => `${line}\n`).join("")

/** The visit as it stood when `visit` was read: later events are not in it. */
const wholeVisit = (
  { log, kept }: CaptureSources,
  visit: VisitRecord,
  writer: CaptureWriter,
  digest: KeyedDigest,
): Stream.Stream<string, LogUnavailable | VisitClosed> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const order: DocumentOrder<OpenEnvelope, FactPlace, ConnectionNote> = documentOrder(
        yield* factPlaces(log, visit),
        yield* log.readConnections(visit.visit),
      )
      const recorder = new Recorder(writer, digest)
      const page = (after: number) =>
        Effect.map(log.read(visit.visit, after, Math.min(PAGE, visit.head - after)), (wires) => {
          const seen = wires.flatMap(({ wire }) => order.event(decodeWire(wire)))
          const next = after + wires.length
          const more = wires.length > 0 && next < visit.head
          return [[seen], more ? Option.some(next) : Option.none<number>()] as const
        })
      let hasFailed = false
      /** Told once for a capture, however many answers its visitor read. */
      const unread = (error: KeptAnswersUnavailable) =>
        Effect.suspend(() => {
          const said = hasFailed ? Effect.void : Effect.logError(error.message)
          hasFailed = true
          return Effect.as(said, null)
        })
      /** What cannot be read now is not shown: a capture without bodies is one all the same. */
      const bodyOf = (hash: string | null) =>
        hash === null
          ? Effect.succeed(null)
          : Effect.map(kept.read(hash), Option.getOrNull).pipe(Effect.catch(unread))
      const facts = new StoredFacts(log, visit)
      const written = (placed: ReadonlyArray<Placed>) =>
        Stream.fromIterable(chunked(placed)).pipe(
          Stream.mapEffect((chunk) => Effect.forEach(chunk, (one) => facts.told(one))),
          Stream.flatMap((seen) => Stream.fromIterable(partedByAnswers(seen))),
          Stream.mapEffect((part: ReadonlyArray<SeenHere>) =>
            Effect.map(bodyOf(recorder.lacks(part.at(-1))), (body) =>
              text(part.flatMap((one) => recorder.record(one, answerIn(one) && body))),
            ),
          ),
        )
      return Stream.make(text([writer.header])).pipe(
        Stream.concat(Stream.paginate(0, page).pipe(Stream.flatMap(written))),
        Stream.concat(Stream.suspend(() => written(order.end()))),
        Stream.concat(Stream.fromEffect(Effect.sync(() => text([recorder.footer()])))),
      )
    }),
  )

/**
 * The captures of these visits after each other, in texts of whole lines. `at`: gateway milliseconds before they were
 * read.
 */
export const exportVisits = (
  sources: CaptureSources,
  visits: ReadonlyArray<VisitRecord>,
  maker: CaptureMaker,
  digest: KeyedDigest,
  at: number,
): Stream.Stream<string, LogUnavailable> =>
  Stream.suspend(() => {
    let previous: string | null = null
    return Stream.fromIterable(visits.entries()).pipe(
      // One after the other: each names the end of the one before.
      Stream.flatMap(([index, visit]) => {
        const part = { number: index + 1, of: visits.length, previous }
        const header = headerOf(visit, maker, { exportedAt: at, part })
        const writer = new CaptureWriter(captureSha256, maker.signer, header)
        const ended = Stream.suspend(() => {
          previous = writer.h
          return Stream.empty
        })
        return wholeVisit(sources, visit, writer, digest).pipe(Stream.concat(ended))
      }),
    )
  }).pipe(
    // What was sent stays readable; without a footer it says that it is not whole.
    Stream.catchTag("VisitClosed", () => Stream.empty),
  )
