/**
 * Passwords at rest: argon2id with m = 19,456 KiB, t = 2, p = 1 (OWASP's first choice). Few are hashed at
 * once, so that a flood of log-ins costs waiting and not the machine.
 */
import { hash, verify } from "@node-rs/argon2"
import { Context, Effect, Layer, Redacted, Semaphore } from "effect"

/** The library's own default algorithm is argon2id. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export interface PasswordsShape {
  readonly hash: (password: Redacted.Redacted) => Effect.Effect<string>
  readonly matches: (password: Redacted.Redacted, hash: string) => Effect.Effect<boolean>
  /** Takes as long as `matches`, so that time does not tell who is a member. */
  readonly matchNobody: (password: Redacted.Redacted) => Effect.Effect<void>
}

export class Passwords extends Context.Service<Passwords, PasswordsShape>()("backend/Passwords") {
  static readonly layer = (atOnce: number) =>
    Layer.effect(
      Passwords,
      Effect.gen(function* () {
        const semaphore = yield* Semaphore.make(atOnce)
        const work = <A>(promise: () => Promise<A>) =>
          semaphore.withPermits(1)(Effect.promise(promise))
        const nobody = yield* work(() => hash("nobody has this password", PARAMETERS))
        const matches: PasswordsShape["matches"] = (password, hashed) =>
          work(() => verify(hashed, Redacted.value(password)))
        return Passwords.of({
          hash: (password) => work(() => hash(Redacted.value(password), PARAMETERS)),
          matches,
          matchNobody: (password) => Effect.asVoid(matches(password, nobody)),
        })
      }),
    )
}
