/**
 * Passwords at rest: argon2id with m = 19,456 KiB, t = 2, p = 1 (OWASP's first choice). Few are hashed at
 * once, so that a flood of log-ins costs waiting and not the machine.
 *
 * The one place where a password becomes a hash, and so the one where it is normalised (ADR 0051). Hashes of before
 * were made of what was typed. Invariant: how long a comparison takes depends on what was typed alone, never on which
 * spelling the hash was made of or whether any fits.
 */
import * as argon2 from "@node-rs/argon2"
import { normalisedPassword, spellingsOfPassword } from "@foldcast/rules/password"
import { Context, Effect, Layer, Redacted, Semaphore } from "effect"

/** The library's own default algorithm is argon2id. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** `Outdated`: the hash is of another spelling than is hashed now. */
export type PasswordMatch = "None" | "Outdated" | "Present"

export interface PasswordsShape {
  readonly hash: (password: Redacted.Redacted) => Effect.Effect<string>
  readonly match: (password: Redacted.Redacted, hash: string) => Effect.Effect<PasswordMatch>
  /** Takes as long as `match`, so that time does not tell who is a member. */
  readonly matchNobody: (password: Redacted.Redacted) => Effect.Effect<void>
}

export class Passwords extends Context.Service<Passwords, PasswordsShape>()("backend/Passwords") {
  /** The second: for a test that counts. */
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
            // Every spelling, also after one that fits.
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
