/**
 * A capture as lines that people read: when, which way, what. Pure. What came from outside is shown
 * escaped: a log may hold text that was written to take over a terminal.
 */
import type { Captured } from "./captured.ts"
import type { Change } from "./state-diff.ts"

/** Control characters, and invisible ones that reorder or hide text. */
const DANGEROUS = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

export const shown = (text: string): string =>
  text.replace(DANGEROUS, (found) => `\\u{${found.codePointAt(0)?.toString(16) ?? ""}}`)

const MAX_SHOWN = 160
const brief = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "nothing"
  return shown(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text)
}

/** Milliseconds since the start as `1:02:03.456`, hours only where there are any. */
export const clock = (t: number): string => {
  const two = (value: number) => String(value).padStart(2, "0")
  const [hours, minutes] = [Math.floor(t / 3_600_000), Math.floor(t / 60_000) % 60]
  const rest = `${two(minutes)}:${two(Math.floor(t / 1_000) % 60)}.${String(t % 1_000).padStart(3, "0")}`
  return hours === 0 ? rest : `${hours}:${rest}`
}

const fields = (value: object): string =>
  Object.entries(value)
    .filter(([key]) => key !== "_tag")
    .map(([key, member]) => `${shown(key)}=${brief(member)}`)
    .join(" ")

const line = (t: number, what: string, ...rest: ReadonlyArray<string>): string =>
  [clock(t), what.padEnd(7), ...rest].filter((part) => part !== "").join("  ")

export const timelineOf = (captured: Captured): string => {
  switch (captured.kind) {
    case "header": {
      const { startedAt, brand, locale, build, base } = captured.header
      return `visit of ${new Date(startedAt).toISOString()}, began with a ${base}, ${shown(brand)}, ${locale}, build ${shown(build)}`
    }
    case "event": {
      const { seq, event, src, cause } = captured.envelope
      const because = cause === undefined ? "" : `for ${cause}`
      return line(captured.t, `#${seq}`, event._tag, fields(event), `from ${src.from}`, because)
    }
    case "unread-event":
      return line(
        captured.t,
        `#${captured.envelope.seq}`,
        shown(captured.envelope.event._tag),
        `not known to this build (version ${captured.envelope.v})`,
      )
    case "fact":
      return line(
        captured.t,
        `ui ${captured.fact.n}`,
        captured.fact.fact._tag,
        fields(captured.fact.fact),
      )
    case "malformed":
      return line(
        captured.t,
        captured.seq === null ? "ui" : `#${captured.seq}`,
        captured.tag,
        `is not what its schema says: ${shown(captured.why)}`,
      )
    case "unread-fact":
      return line(captured.t, "ui", shown(captured.tag), "not known to this build")
    case "answer":
      return line(captured.t, "answer", shown(captured.answer.key), String(captured.answer.status))
    case "connection": {
      const { what, transport = "", code } = captured.connection
      return line(
        captured.t,
        "conn",
        what,
        shown(transport),
        code === undefined ? "" : `code ${code}`,
      )
    }
    case "footer":
      return `${captured.footer.count} lines, state ${shown(captured.footer.stateHash)}`
  }
}

export const changeLine = ({ path, before, after }: Change): string =>
  `    ${shown(path)}: ${brief(before)} → ${brief(after)}`
