import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Redacted } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { Ids } from "../ids.ts"
import type { DeparturesShape } from "./departures.ts"
import { sessionKeys } from "./sealed-member.ts"
import { memberNamed } from "./session-store.conformance.ts"
import { makeSqliteDepartures } from "./sqlite-departures.ts"

const folder = mkdtempSync(join(tmpdir(), "departures-"))
afterAll(() => rmSync(folder, { recursive: true }))

const keysOf = (fill: number) => sessionKeys([Redacted.make(new Uint8Array(32).fill(fill))])

const opened = <A>(
  name: string,
  use: (departures: DeparturesShape) => Effect.Effect<A, unknown>,
  keys = keysOf(1),
) =>
  makeSqliteDepartures({ file: join(folder, name), keys }).pipe(
    Effect.flatMap(use),
    Effect.scoped,
    Effect.provide(Ids.layer),
    Effect.runPromise,
  )

const anna = memberNamed("anna")
const ben = memberNamed("ben")

describe("departures", () => {
  it("are found again after a restart, until they have ended", async () => {
    await opened("a.db", (departures) =>
      Effect.gen(function* () {
        yield* departures.begin(anna)
        yield* departures.begin(ben)
        yield* departures.begin({ ...anna, token: Redacted.make("canary-newer") })
        yield* departures.end(ben.memberId)
      }),
    )
    const pending = await opened("a.db", (departures) => departures.pending)
    expect(pending.map(({ memberId, token }) => [memberId, Redacted.value(token)])).toEqual([
      [anna.memberId, "canary-newer"],
    ])
  })

  it("leave neither member nor token readable on disk, and open with their own secret alone", async () => {
    await opened("b.db", (departures) =>
      Effect.map(departures.begin(anna), () => {
        const bytes = readdirSync(folder)
          .filter((name) => name.startsWith("b.db"))
          .map((name) => readFileSync(join(folder, name)))
        for (const canary of ["canary-token-anna", anna.username, `"${anna.memberId}"`]) {
          expect(Buffer.concat(bytes).includes(canary)).toBe(false)
        }
      }),
    )
    expect(await opened("b.db", (departures) => departures.pending, keysOf(2))).toEqual([])
  })
})
