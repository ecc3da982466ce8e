/** Small captures for the tests of reading: a story of credits and clicks as long as is wanted. */
import { generateKeyPairSync, hash, sign } from "node:crypto"
import type { CaptureHeader } from "@foldcast/contracts/capture/capture"
import {
  CaptureWriter,
  stateHash,
  type UnchainedLine,
} from "@foldcast/contracts/capture/capture-writer"
import {
  type CaptureKey,
  type CaptureKeySet,
  thumbprintText,
} from "@foldcast/contracts/capture/key-set"
import { SliceNames } from "@foldcast/contracts/capture/slice-digests"
import { EventId, VisitId } from "@foldcast/contracts/ids"
import type { Envelope } from "@foldcast/contracts/stream/envelope"
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import type { LogEntry } from "@foldcast/folds/log-entry"
import { fold, foldAll } from "@foldcast/folds/site"
import "@foldcast/folds/with-all-slices"
import type { SiteState } from "@foldcast/folds/site-state"
import { readFoldFingerprint } from "./fold-sources.ts"
import { sha256 } from "./sha256.ts"

/** A signer whose key is drawn for the tests, and its key set. */
export const drawSigner = () => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519")
  const { x = "" } = publicKey.export({ format: "jwk" })
  const kid = hash("sha256", thumbprintText({ crv: "Ed25519", kty: "OKP", x }), "base64url")
  const key: CaptureKey = { kty: "OKP", crv: "Ed25519", x, kid, use: "sig", alg: "EdDSA" }
  const keySet: CaptureKeySet = { keys: [key] }
  return {
    signer: {
      kid,
      sign: (text: string) => sign(null, Buffer.from(text), privateKey).toString("base64url"),
    },
    keySet,
  }
}
export const { signer: SIGNER, keySet: KEY_SET } = drawSigner()

export const CAPTURE_START = 1_700_000_000_000

export const captureHeader = (over: Partial<CaptureHeader> = {}): CaptureHeader => ({
  fmt: "foldcast-capture",
  v: 2,
  protocol: 1,
  build: "test",
  folds: readFoldFingerprint(),
  schemaHash: "test",
  types: {},
  startedAt: CAPTURE_START,
  locale: "nl",
  brand: "foldcast",
  viewport: null,
  base: "page",
  redaction: { policy: "none", v: 1 },
  visit: VisitId.make("visit-0001"),
  exportedAt: CAPTURE_START + 60_000,
  head: 0,
  n: 0,
  ended: false,
  part: { number: 1, of: 1, previous: null },
  ...over,
})

export const numberedCredits = (seq: number): Envelope => ({
  seq,
  id: EventId.make(`event-${String(seq).padStart(8, "0")}`),
  at: CAPTURE_START + seq * 10,
  v: 1,
  scope: "member",
  src: { from: "member-socket" },
  event: { _tag: "CreditsChanged", credits: seq % 1_000 },
})

export const clickFact = (n: number, after: number): NumberedClientFact => ({
  n,
  after,
  at: CAPTURE_START + after * 10 + 5,
  fact: n % 2 === 1 ? { _tag: "WalletOpened" } : { _tag: "WalletClosed" },
})

/** Events 1 to `events`, every tenth followed by a click. */
export const storyOf = (events: number): ReadonlyArray<LogEntry> =>
  Array.from({ length: events }, (_, index): ReadonlyArray<LogEntry> => {
    const seq = index + 1
    const event: LogEntry = { kind: "event", envelope: numberedCredits(seq) }
    return seq % 10 === 0 ? [event, { kind: "client", fact: clickFact(seq / 10, seq) }] : [event]
  }).flat()

export const lineOf = (
  writer: CaptureWriter,
  entry: LogEntry,
  slices: Readonly<Record<string, string>> = {},
): string =>
  entry.kind === "event"
    ? writer.line(entry.envelope.at, { dir: "in", ...entry.envelope, slices })
    : writer.line(entry.fact.at, { dir: "ui", ...entry.fact, slices })

/** The lines of a whole capture of this story, whose states are recorded as `recorded` makes them. */
const recordedLines = (
  story: ReadonlyArray<LogEntry>,
  over: Partial<CaptureHeader>,
  recorded: (state: SiteState, seq: number) => object,
): ReadonlyArray<string> => {
  const writer = new CaptureWriter(sha256, SIGNER, captureHeader(over))
  const names = new SliceNames(sha256)
  let state = INITIAL_STATE
  const lines = story.map((entry) => {
    state = fold(state, entry)
    return lineOf(writer, entry, names.changed(recorded(state, state.visit.seq)))
  })
  const last = recorded(foldAll(INITIAL_STATE, story), state.visit.seq)
  return [writer.header, ...lines, writer.footer(stateHash(sha256, last))]
}

/** As this build makes it. */
export const captureLines = (
  story: ReadonlyArray<LogEntry>,
  over: Partial<CaptureHeader> = {},
): ReadonlyArray<string> => recordedLines(story, over, (state) => state)

/** As a build makes it whose folds come to other states. */
export const otherBuildLines = (
  story: ReadonlyArray<LogEntry>,
  recorded: (state: SiteState, seq: number) => object,
  over: Partial<CaptureHeader> = {},
): ReadonlyArray<string> => recordedLines(story, { folds: "another", ...over }, recorded)

/** Captures after each other as one file has them. */
export const fileOfParts = (
  parts: ReadonlyArray<(over: Pick<CaptureHeader, "part">) => ReadonlyArray<string>>,
): ReadonlyArray<ReadonlyArray<string>> => {
  let previous: string | null = null
  return parts.map((linesOf, index) => {
    const lines = linesOf({ part: { number: index + 1, of: parts.length, previous } })
    previous = (JSON.parse(lines.at(-1) ?? "") as { readonly h: string }).h
    return lines
  })
}

export const captureText = (lines: ReadonlyArray<string>): string =>
  lines.map((line) => `${line}\n`).join("")

type Answer = Omit<UnchainedLine & { readonly dir: "answer" }, "dir" | "status">

/**
 * A capture of three events: a list is read after the first; after the second one that tells of somebody,
 * and the list again.
 */
export const captureWithAnswers = (): ReadonlyArray<string> => {
  const writer = new CaptureWriter(sha256, SIGNER, captureHeader())
  const events = [1, 2, 3].map((seq): LogEntry => ({
    kind: "event",
    envelope: numberedCredits(seq),
  }))
  const answers: ReadonlyArray<ReadonlyArray<Answer>> = [
    [{ key: "/api/list", hash: "a".repeat(64), body: { names: ["Mila"] } }],
    [
      { key: "/api/mine", hash: "" },
      { key: "/api/list", hash: "b".repeat(64), body: { names: ["Bo"] } },
    ],
    [],
  ]
  const lines = events.flatMap((event, index) => [
    lineOf(writer, event),
    ...(answers[index] ?? []).map((told) =>
      writer.line(CAPTURE_START, { dir: "answer", status: 200, ...told }),
    ),
  ])
  return [writer.header, ...lines, writer.footer(stateHash(sha256, foldAll(INITIAL_STATE, events)))]
}
