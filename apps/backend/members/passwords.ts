/**
 * Password hashes: argon2id with m = 19,456 KiB, t = 2, p = 1 (OWASP's first choice). Few are computed at once, so
 * that a flood of log-ins waits and does not exhaust the machine.
 *
 * The only place where a password is hashed, and therefore where it is normalised (ADR 0051). Older hashes were made
 * of the text as typed. Invariant: the time of a comparison depends on the typed text alone, not on the hash's
 * spelling or on a match.
 */
import * as argon2 from "@node-rs/argon2"
import { normalisedPassword, spellingsOfPassword } from "@foldcast/rules/password"
import { Context, Effect, Layer, Redacted, Semaphore } from "effect"

/** The library's own default algorithm is argon2id. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** `Outdated`: it matches a spelling that is not hashed any more. */
export type PasswordMatch = "None" | "Outdated" | "Present"

export interface PasswordsShape {
  readonly hash: (password: Redacted.Redacted) => Effect.Effect<string>
  readonly match: (password: Redacted.Redacted, hash: string) => Effect.Effect<PasswordMatch>
  /** Takes as long as `match`, so that the time does not tell who is a member. */
  readonly matchNobody: (password: Redacted.Redacted) => Effect.Effect<void>
}

export class Passwords extends Context.Service<Passwords, PasswordsShape>()("backend/Passwords") {
  /** The hasher is an argument for a test that counts its calls. */
  static readonly layer = (
    atOnce: number,
    { hash, verify }: Pick<typeof argon2, "hash" | "verify"> = argon2,
  ) =>
    Layer.effect(
      Passwords,
      Effect.gen(function* () {
        const semaphore = yield* Semaphore.make(atOnce)
        const work = <A>(promise: () => Promise<A>) =>
          semaphore.withPermits(1)(Effect.promise(promise))
        const nobody = yield* work(() => hash("nobody has this password", PARAMETERS))
        const match: PasswordsShape["match"] = (password, hashed) =>
          Effect.map(
            // All spellings are compared, also after a match.
            Effect.forEach(spellingsOfPassword(Redacted.value(password)), (spelling) =>
              work(() => verify(hashed, spelling)),
            ),
            ([present, ...others]) => {
              if (present === true) return "Present"
              return others.includes(true) ? "Outdated" : "None"
            },
          )
        return Passwords.of({
          hash: (password) =>
            work(() => hash(normalisedPassword(Redacted.value(password)), PARAMETERS)),
          match,
          matchNobody: (password) => Effect.asVoid(match(password, nobody)),
        })
      }),
    )
}
