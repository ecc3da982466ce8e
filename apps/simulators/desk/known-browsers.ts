/**
 * The token by which a browser shows that somebody logged in to this desk with it before, so that wrong passwords of
 * others do not lock it out. It opens nothing: its wrong passwords are counted apart. The server stores none.
 *
 *   <id>.<expiry>.<HMAC-SHA256>      expiry in seconds since 1970
 *
 * Invariant: the key is derived from a secret of this process and the password. So another password makes earlier
 * tokens invalid, and a token alone cannot be used to guess the password.
 */
import { createHmac, timingSafeEqual } from "node:crypto"
import { Redacted } from "effect"

export const BROWSER_TOKEN_SECONDS = 90 * 86_400

const TOKEN = /^([\w-]{32})\.(\d{10})\.([\w-]{43})$/u

export class KnownBrowsers {
  readonly #key: Buffer

  constructor(secret: Redacted.Redacted, password: Redacted.Redacted) {
    this.#key = createHmac("sha256", Redacted.value(secret))
      .update(`known browsers of the desk\n${Redacted.value(password)}`)
      .digest()
  }

  /** `now` in milliseconds since 1970. */
  tokenFor(id: string, now: number): string {
    const claim = `${id}.${Math.floor(now / 1_000) + BROWSER_TOKEN_SECONDS}`
    return `${claim}.${this.#sign(claim).toString("base64url")}`
  }

  /** The id in a valid token; null where it is forged or expired. */
  browserOf(token: string | undefined, now: number): string | null {
    const [, id = "", expiry = "", signature = ""] = TOKEN.exec(token ?? "") ?? []
    const given = Buffer.from(signature, "base64url")
    const expected = this.#sign(`${id}.${expiry}`)
    const isValid = given.length === expected.length && timingSafeEqual(given, expected)
    return isValid && Number(expiry) * 1_000 > now ? id : null
  }

  #sign(claim: string): Buffer {
    return createHmac("sha256", this.#key).update(claim).digest()
  }
}
