import { Effect, Layer, Redacted, Result } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { GatewayConfig, readConfig } from "../config.ts"
import { AccountDeletions, type AccountDeletionsShape } from "./account-deletions.ts"
import { DurableStore } from "./durable-store.ts"
import { bytesIn, directories, sessionMember, secretOf, withStore } from "./open-store.fixtures.ts"

const folders = directories("accountDeletions")
afterAll(folders.remove)

const opened = <A>(
  directory: string,
  use: (accountDeletions: AccountDeletionsShape) => Effect.Effect<A, unknown>,
  fill = 1,
) => {
  const config = { ...Result.getOrThrow(readConfig({})), sessionSecrets: [secretOf(fill)] as const }
  return withStore(directory, (store) =>
    AccountDeletions.use(use).pipe(
      Effect.provide(
        AccountDeletions.layer.pipe(
          Layer.provide(Layer.succeed(DurableStore, store)),
          Layer.provide(Layer.succeed(GatewayConfig, config)),
        ),
      ),
    ),
  )
}

const anna = sessionMember("anna")
const ben = sessionMember("ben")

describe("account deletions", () => {
  it("are found again after a restart, until they have ended", async () => {
    const directory = folders.make()
    await opened(directory, (accountDeletions) =>
      Effect.gen(function* () {
        yield* accountDeletions.begin(anna)
        yield* accountDeletions.begin(ben)
        yield* accountDeletions.begin({ ...anna, token: Redacted.make("canary-newer") })
        yield* accountDeletions.end(ben.memberId)
      }),
    )
    const pending = await opened(directory, (accountDeletions) => accountDeletions.pending)
    expect(pending.map(({ memberId, token }) => [memberId, Redacted.value(token)])).toEqual([
      [anna.memberId, "canary-newer"],
    ])
  })

  it("leave neither member nor token readable on disk, and are opened with their own secret alone", async () => {
    const directory = folders.make()
    await opened(directory, (accountDeletions) =>
      Effect.map(accountDeletions.begin(anna), () => {
        for (const canary of ["canary-token-anna", anna.username, `"${anna.memberId}"`]) {
          expect(bytesIn(directory).includes(canary)).toBe(false)
        }
      }),
    )
    expect(await opened(directory, (accountDeletions) => accountDeletions.pending, 2)).toEqual([])
  })
})
