/**
 * Redacts values for log lines. Tokens, cookies, passwords, mail addresses, network addresses and bodies are
 * replaced, found by the name of their member and by their format, at any depth. Pure and total.
 *
 * Applied to every line as a safety net; code must not log such values in the first place.
 */
import { isIP } from "node:net"
import { Redacted } from "effect"

const HIDDEN = "[redacted]"
const MAX_TEXT = 2_000
const MAX_MEMBERS = 40
const MAX_DEPTH = 6

const SENSITIVE_NAMES =
  /cookie|authori[sz]ation|pass(?:word|wd|phrase)|secret|token|credential|fingerprint|e-?mail|^pin$|body|content|^ip$|address|api-?key|session(?!s)/iu

/** Formats of secrets; the rest of the text stays readable. */
const SENSITIVE_LOOKS: ReadonlyArray<readonly [RegExp, string]> = [
  [/\beyJ[\w-]*\.[\w-]+(?:\.[\w-]*)?/gu, "[token]"],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/giu, "$1 [token]"],
  [/\b((?:__Host-)?auth)=[^;\s"']+/giu, `$1=${HIDDEN}`],
  [/\b(password|token|secret|pin|key|code)(["']?\s*[=:]\s*["']?)[^\s"'&;,}]+/giu, `$1$2${HIDDEN}`],
  [/[^\s"'<>()=:,;@/]{1,128}@[^\s"'<>()=:,;@/]{1,253}/gu, "[mail]"],
  [/\b[\w-]{40,}\b/gu, HIDDEN],
]

/** Candidates for network addresses; the gateway's own loopback identifies nobody and stays. */
const ADDRESSES =
  /(?<![\w.])(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]*:[0-9a-f:]*:(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]*))(?![\w:])/giu

const hideAddress = (candidate: string): string =>
  isIP(candidate) === 0 || /^(?:127\.|0\.0\.0\.0$|::1?$)/u.test(candidate) ? candidate : "[address]"

export const redactText = (text: string): string =>
  SENSITIVE_LOOKS.reduce(
    (clean, [look, replacement]) => clean.replace(look, replacement),
    text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text,
  ).replace(ADDRESSES, hideAddress)

const redactError = (error: Error): unknown => ({
  name: redactText(error.name),
  message: redactText(error.message),
  stack: redactText(error.stack ?? ""),
})

const redactAt = (value: unknown, depth: number): unknown => {
  if (typeof value === "string") return redactText(value)
  if (typeof value === "bigint") return value.toString()
  if (typeof value === "function" || typeof value === "symbol") return `[${typeof value}]`
  if (value === null || typeof value !== "object") return value
  if (Redacted.isRedacted(value)) return HIDDEN
  if (depth >= MAX_DEPTH) return "[deep]"
  if (value instanceof Error) return redactError(value)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "[date]" : value.toISOString()
  if (Array.isArray(value)) {
    return value.slice(0, MAX_MEMBERS).map((item: unknown) => redactAt(item, depth + 1))
  }
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return "[bytes]"
  const members: Array<readonly [string, unknown]> = []
  for (const [name, member] of Object.entries(value).slice(0, MAX_MEMBERS)) {
    const safe = SENSITIVE_NAMES.test(name) ? HIDDEN : redactAt(member, depth + 1)
    members.push([redactText(name), safe])
  }
  return Object.fromEntries(members)
}

/** A value that is safe for a log: JSON, bounded and redacted. */
export const redactForLog = (value: unknown): unknown => redactAt(value, 0)
