/**
 * References: short codes such as `7K3M-QX9F` that a screen shows when something failed, and by which
 * support finds the visit. Pure.
 */
import type { OpenEnvelope } from "./stream/envelope.ts"

/** Crockford's base 32: no letter that is read as a digit. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const DIGITS = 8

/** 40 bits as eight letters and digits with a dash between. */
export const referenceOf = (bits: bigint): string => {
  let rest = bits
  let code = ""
  for (let digit = 0; digit < DIGITS; digit += 1) {
    code = (ALPHABET[Number(rest % 32n)] ?? "") + code
    rest /= 32n
  }
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** The last 40 bits of a UUID, which are random in every version of it that is in use; null for other ids. */
export const referenceOfId = (id: string): string | null => {
  const digits = /-[0-9a-f]{2}([0-9a-f]{10})$/iu.exec(id)?.[1]
  return digits === undefined ? null : referenceOf(BigInt(`0x${digits}`))
}

/** As it is compared: people leave the dash out, write small letters, and take 0 for O and 1 for I. */
export const plainReference = (text: string): string =>
  text.toUpperCase().replace(/[\s-]/gu, "").replace(/O/gu, "0").replace(/[IL]/gu, "1")

const FAILURES: ReadonlySet<string> = new Set([
  "WalletRefused",
  "PaymentSessionRefused",
  "PaymentSessionUnknown",
  "PaymentFailed",
])

/** What a screen shows of a failure that an event tells: of the command it answers, or else its own. */
export const failureReference = ({
  id,
  cause,
  event,
}: Pick<OpenEnvelope, "id" | "cause"> & {
  readonly event: { readonly _tag: string }
}): string | null => (FAILURES.has(event._tag) ? referenceOfId(cause ?? id) : null)
