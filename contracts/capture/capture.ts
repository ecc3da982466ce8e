/**
 * The capture file: gzip NDJSON of a header, one line per thing a document saw in the order it saw it, and a
 * footer. Redacted before it is hashed. In version 2 the chain of hashes covers the header and the footer is signed
 * (docs/decisions/0017); version 1 had neither and stays readable.
 *
 * All visits of a tab are one file of such captures in sequence, first visit first, each from its header to its
 * footer with a chain of its own. They are redacted with one key, so that the same person has the same tokens
 * throughout.
 */
import { Schema } from "effect"
import { VisitId } from "../ids.ts"
import { keep } from "../sensitivity.ts"
import { Locale, Seq } from "../units.ts"
import { OpenEnvelope } from "../stream/envelope.ts"

export const CAPTURE_FORMAT = "foldcast-capture"
export const CAPTURE_VERSION = 2

export const CaptureHeaderV1 = Schema.Struct({
  fmt: Schema.Literal(CAPTURE_FORMAT),
  v: Schema.Int,
  protocol: Schema.Int,
  build: Schema.String,
  /** Fingerprint of the fold code that computed `stateHash`. */
  folds: Schema.String,
  schemaHash: Schema.String,
  types: Schema.Record(Schema.String, Schema.Struct({ v: Schema.Int, fingerprint: Schema.String })),
  startedAt: Schema.Int,
  locale: Locale,
  brand: Schema.String,
  viewport: Schema.NullOr(Schema.Struct({ width: Schema.Int, height: Schema.Int })),
  base: Schema.Literals(["page", "reset"]),
  redaction: Schema.Struct({ policy: Schema.String, v: Schema.Int }),
})

/** From version 2 on it says whose capture this is, and as of when: the signature covers it. */
export const CaptureHeader = Schema.Struct({
  ...CaptureHeaderV1.fields,
  visit: VisitId,
  /** Gateway milliseconds when the capture was made. */
  exportedAt: Schema.Int,
  /** The visit's last position at that moment, and the number of its last client fact; 0 where it had none. */
  head: Seq,
  n: Schema.Natural,
  /** Whether the visit had ended, so that no event can follow `head`. */
  ended: Schema.Boolean,
  /**
   * This capture's number in the file, from 1 on, the count of captures in the file, and the `h` of the previous
   * footer: null for the first.
   */
  part: Schema.Struct({
    number: Schema.Natural,
    of: Schema.Natural,
    previous: Schema.NullOr(Schema.String),
  }),
}).annotate({ identifier: "CaptureHeader" })
export type CaptureHeader = typeof CaptureHeader.Type

/** The header of any version; version 2 has all fields. */
export type AnyCaptureHeader = typeof CaptureHeaderV1.Type | CaptureHeader

const line = { i: Schema.Natural, t: Schema.Natural, h: Schema.String } as const

/**
 * For each slice of the state that this line changed, a prefix of its digest (slice-digests.ts); the first line has
 * all slices. Since version 2, on lines that are folded.
 */
const slices = Schema.optionalKey(Schema.Record(Schema.String, Schema.String))

/** An envelope as the document received it, with its members beside the line's own. */
export const CapturedEvent = Schema.Struct({
  ...line,
  slices,
  dir: Schema.Literal("in"),
  ...OpenEnvelope.fields,
})
export const CapturedClientFact = Schema.Struct({
  ...line,
  slices,
  dir: Schema.Literal("ui"),
  n: Schema.Natural,
  after: Seq,
  at: Schema.Int,
  fact: Schema.StructWithRest(Schema.Struct({ _tag: Schema.String }), [
    Schema.Record(Schema.String, Schema.Unknown),
  ]),
})
/**
 * An answer that the document applied; it follows the client fact `AnswerApplied` that cites it. `body` is on the
 * first line with its hash, where it is public and still kept: public data is `keep`. Bodies of personal answers
 * are never stored.
 */
export const CapturedAnswer = Schema.Struct({
  ...line,
  dir: Schema.Literal("answer"),
  key: keep(Schema.String),
  status: keep(Schema.Int),
  hash: keep(Schema.String),
  body: Schema.optionalKey(keep(Schema.Unknown)),
})
export const CapturedConnection = Schema.Struct({
  ...line,
  dir: Schema.Literal("conn"),
  what: Schema.Literals(["attach", "resume", "close", "reset"]),
  code: Schema.optionalKey(Schema.Int),
  seq: Schema.optionalKey(Seq),
  transport: Schema.optionalKey(Schema.String),
})
export const CaptureLine = Schema.Union([
  CapturedEvent,
  CapturedClientFact,
  CapturedAnswer,
  CapturedConnection,
]).annotate({ identifier: "CaptureLine" })
export type CaptureLine = typeof CaptureLine.Type

export const CaptureFooterV1 = Schema.Struct({
  /** Lines between header and footer. */
  count: Schema.Natural,
  stateHash: Schema.String,
  h: Schema.String,
})
export const CaptureFooter = Schema.Struct({
  ...CaptureFooterV1.fields,
  /** The id of the gateway's key that signed; `h` covers it. */
  kid: Schema.String,
  /** The Ed25519 signature of `h`'s 64 digits as ASCII, in base64url. */
  sig: Schema.String,
}).annotate({ identifier: "CaptureFooter" })
export type CaptureFooter = typeof CaptureFooter.Type

/** The footer fields of every version. */
export type AnyCaptureFooter = typeof CaptureFooterV1.Type
