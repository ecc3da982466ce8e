/**
 * A capture as lines that people read: when, which way, what. Pure. What came from outside is shown
 * escaped: a log may hold text that was written to take over a terminal.
 */
import type { AnyCaptureHeader } from "@foldcast/contracts/capture/capture"
import { type AnswerBody, type AnswerRead, AnswersRead } from "./answers-read.ts"
import type { ParsedLine } from "./parsed-line.ts"
import { NO_REMARKS, type Remarks } from "./remarks.ts"
import type { StateChange } from "./state-diff.ts"

/** Control characters, and invisible ones that reorder or hide text. */
const DANGEROUS = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

export const escapeText = (text: string): string =>
  text.replace(DANGEROUS, (found) => `\\u{${found.codePointAt(0)?.toString(16) ?? ""}}`)

const MAX_SHOWN = 160
const brief = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "nothing"
  return escapeText(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text)
}

/** Milliseconds since the start as `1:02:03.456`, hours only where there are any. */
export const formatClock = (t: number): string => {
  const two = (value: number) => String(value).padStart(2, "0")
  const [hours, minutes] = [Math.floor(t / 3_600_000), Math.floor(t / 60_000) % 60]
  const rest = `${two(minutes)}:${two(Math.floor(t / 1_000) % 60)}.${String(t % 1_000).padStart(3, "0")}`
  return hours === 0 ? rest : `${hours}:${rest}`
}

const fields = (value: object): string =>
  Object.entries(value)
    .filter(([key]) => key !== "_tag")
    .map(([key, member]) => `${escapeText(key)}=${brief(member)}`)
    .join(" ")

/** A time before the capture's start is written as one: the gateway knew it before the page was made. */
const moment = (t: number): string => (t < 0 ? `-${formatClock(-t)}` : formatClock(t))

const remarked = ({ knownAt, repeats, reference }: Remarks): ReadonlyArray<string> => [
  repeats === null ? "" : `says again what #${repeats} said`,
  knownAt === null ? "" : `the gateway knew at ${moment(knownAt)}`,
  reference === null ? "" : `reference ${reference}`,
]

const line = (t: number, what: string, ...rest: ReadonlyArray<string>): string =>
  [formatClock(t), what.padEnd(7), ...rest].filter((part) => part !== "").join("  ")

/** Of a hash so many digits, as one names it to see the body. */
const SHOWN_DIGITS = 12
const MAX_NAME_LENGTH = 120

const size = (bytes: number): string =>
  bytes < 1_000 ? `${bytes} bytes` : `${(bytes / 1_000).toFixed(1)} kB`

const bodySentence = (body: AnswerBody): string =>
  body._tag === "Shown" ? size(body.bytes) : `body not kept: ${body.why}`

const named = (key: string): string =>
  escapeText(key.length > MAX_NAME_LENGTH ? `${key.slice(0, MAX_NAME_LENGTH)}…` : key)

/** One answer that was read: when, of what, by which hash its body is asked for. */
export const answerLine = ({ key, status, hash, t, body }: AnswerRead): string =>
  line(
    t,
    "answer",
    named(key),
    String(status),
    escapeText(hash.slice(0, SHOWN_DIGITS)),
    bodySentence(body),
  )

const NONE_READ = new AnswersRead()

/** Whose capture it is and as of when, from version 2 on. */
const exportOf = (header: AnyCaptureHeader): string => {
  if (!("part" in header)) return ""
  const { visit, exportedAt, head, n, ended, part } = header
  const stood = ended ? "ended" : "not ended"
  const ofFile = part.of === 1 ? "" : `, capture ${part.number} of ${part.of}`
  return `; ${escapeText(visit)}${ofFile}, as of ${new Date(exportedAt).toISOString()}: ${stood}, at #${head}, ${n} client facts`
}

/** `answers` has the bodies of the lines above, `remarks` are about this line. */
export const timelineOf = (
  captured: ParsedLine,
  answers: Pick<AnswersRead, "bodyOf"> = NONE_READ,
  remarks: Remarks = NO_REMARKS,
): string => {
  switch (captured.kind) {
    case "header": {
      const { startedAt, brand, locale, build, base } = captured.header
      const visit = `visit of ${new Date(startedAt).toISOString()}, began with a ${base}, ${escapeText(brand)}, ${locale}, build ${escapeText(build)}`
      return `${visit}${exportOf(captured.header)}`
    }
    case "event": {
      const { seq, event, src, cause } = captured.envelope
      const because = cause === undefined ? "" : `for ${cause}`
      const told = [event._tag, fields(event), `from ${src.from}`, because]
      return line(captured.t, `#${seq}`, ...told, ...remarked(remarks))
    }
    case "unread-event":
      return line(
        captured.t,
        `#${captured.envelope.seq}`,
        escapeText(captured.envelope.event._tag),
        `not known to this build (version ${captured.envelope.v})`,
      )
    case "fact":
      return line(
        captured.t,
        `ui ${captured.fact.n}`,
        captured.fact.fact._tag,
        fields(captured.fact.fact),
        ...remarked(remarks),
      )
    case "malformed":
      return line(
        captured.t,
        captured.seq === null ? "ui" : `#${captured.seq}`,
        captured.tag,
        `is not what its schema says: ${escapeText(captured.why)}`,
      )
    case "unread-fact":
      return line(captured.t, "ui", escapeText(captured.tag), "not known to this build")
    case "answer":
      return answerLine({
        ...captured.answer,
        body: answers.bodyOf(captured.answer),
      })
    case "connection": {
      const { what, transport = "", code } = captured.connection
      return line(
        captured.t,
        "conn",
        what,
        escapeText(transport),
        code === undefined ? "" : `code ${code}`,
      )
    }
    case "footer":
      return `${captured.footer.count} lines, state ${escapeText(captured.footer.stateHash)}`
  }
}

export const changeLine = ({ path, before, after }: StateChange): string =>
  `    ${escapeText(path)}: ${brief(before)} → ${brief(after)}`
