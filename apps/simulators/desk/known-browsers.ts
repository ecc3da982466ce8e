/**
 * The word by which a browser shows that somebody logged in to this desk with it before, so that wrong passwords of
 * others keep nobody out who belongs here. It opens nothing: it is worth a count of its own. Nothing is kept of it.
 *
 *   <id>.<expiry>.<HMAC-SHA256>      expiry in seconds since 1970
 *
 * Invariant: the key is made of a secret of this process and of the password, so another password makes every word
 * of before void, and nobody finds the password out by a word alone.
 */
import { createHmac, timingSafeEqual } from "node:crypto"
import { Redacted } from "effect"

export const BROWSER_TOKEN_SECONDS = 90 * 86_400

const WORD = /^([\w-]{32})\.(\d{10})\.([\w-]{43})$/u

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

  /** Whose word it is; null where it is none of ours, or too old. */
  idOf(word: string | undefined, now: number): string | null {
    const [, id = "", expiry = "", signature = ""] = WORD.exec(word ?? "") ?? []
    const shown = Buffer.from(signature, "base64url")
    const right = this.#sign(`${id}.${expiry}`)
    const isOurs = shown.length === right.length && timingSafeEqual(shown, right)
    return isOurs && Number(expiry) * 1_000 > now ? id : null
  }

  #sign(claim: string): Buffer {
    return createHmac("sha256", this.#key).update(claim).digest()
  }
}
