/**
 * What support finds a visit by, beside what its record says: references that a screen showed, payments and
 * e-mail addresses. The log notes the terms of what it stores; a payment's ids and an address are kept as
 * keyed hashes, so the notes say nothing to whoever reads them without the key. Pure.
 *
 * The key is derived from SESSION_SECRET: the first one notes, all are asked for, as with sessions.
 */
import { createHmac, hkdfSync } from "node:crypto"
import { Redacted } from "effect"
import { failureReference, plainReference, referenceOfId } from "@foldcast/contracts/reference"
import type { Envelope } from "@foldcast/contracts/stream/envelope"
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"
import { keysOf, sameKey } from "@foldcast/rules/names/same-key"

const KEY_BYTES = 32
/** Of the hash, in base64url: 128 bits. */
const MARK_LENGTH = 22
/**
 * Each is a row of an index, and a browser makes them up: an ordinary message of many facts names far
 * fewer than this.
 */
export const MAX_TERMS_PER_MESSAGE = 50

const keyOf = (secret: Redacted.Redacted<Uint8Array>): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", Redacted.value(secret), "", "foldcast search terms", KEY_BYTES))

export const referenceTerm = (reference: string): string => `reference:${plainReference(reference)}`

const marked = (key: Uint8Array, kind: "payment" | "email", text: string): string =>
  `${kind}:${createHmac("sha256", key).update(`${kind}:${text}`).digest("base64url").slice(0, MARK_LENGTH)}`

export interface SearchTerms {
  readonly ofEvent: (envelope: Pick<Envelope, "id" | "cause" | "event">) => ReadonlyArray<string>
  /** Of one message's facts, each once, and no more than MAX_TERMS_PER_MESSAGE. */
  readonly ofFacts: (facts: ReadonlyArray<NumberedClientFact>) => ReadonlyArray<string>
  /** The terms under which such a thing may have been noted: any of them finds it. */
  readonly asked: {
    readonly reference: (text: string) => ReadonlyArray<string>
    /** A payment session's id, or a transaction's. */
    readonly payment: (id: string) => ReadonlyArray<string>
    readonly email: (address: string) => ReadonlyArray<string>
  }
}

export const searchTerms = (
  secrets: readonly [
    Redacted.Redacted<Uint8Array>,
    ...ReadonlyArray<Redacted.Redacted<Uint8Array>>,
  ],
): SearchTerms => {
  const keys = secrets.map(keyOf)
  const noting = keyOf(secrets[0])
  const payment = (id: string) => marked(noting, "payment", id)
  const email = (address: string) => marked(noting, "email", sameKey(address))
  const reference = (shown: string | null) => (shown === null ? [] : [referenceTerm(shown)])

  const ofEvent: SearchTerms["ofEvent"] = (envelope) => {
    const { event } = envelope
    switch (event._tag) {
      case "PaymentSessionOpened":
        return [payment(event.sessionId)]
      case "BundleBought":
        return [payment(event.sessionId), payment(event.transactionId)]
      case "PaymentFailed":
        return [payment(event.sessionId), ...reference(failureReference(envelope))]
      case "WalletRefused":
      case "PaymentSessionRefused":
      case "PaymentSessionUnknown":
        return reference(failureReference(envelope))
      case "MemberLoaded":
        return [email(event.email)]
      default:
        return []
    }
  }

  /** Payments are noted by events alone: a browser can name one that is somebody else's. */
  const ofFact = ({ fact }: NumberedClientFact): ReadonlyArray<string> => {
    switch (fact._tag) {
      case "CommandSent":
        return reference(referenceOfId(fact.commandId))
      case "AnswerApplied":
        return reference(fact.reference ?? null)
      default:
        return []
    }
  }

  const ofFacts: SearchTerms["ofFacts"] = (facts) => {
    const found = new Set<string>()
    for (const fact of facts) {
      for (const term of ofFact(fact)) found.add(term)
      // Stryker disable next-line EqualityOperator: what is too many is cut off below.
      if (found.size >= MAX_TERMS_PER_MESSAGE) break
    }
    return [...found].slice(0, MAX_TERMS_PER_MESSAGE)
  }

  return {
    ofEvent,
    ofFacts,
    asked: {
      reference: (text) => [referenceTerm(text)],
      payment: (id) => keys.map((key) => marked(key, "payment", id)),
      email: (address) =>
        keys.flatMap((key) => keysOf(address).map((text) => marked(key, "email", text))),
    },
  }
}
