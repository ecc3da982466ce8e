import { Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { testBackend, type TestBackend } from "../backend.fixture.ts"
import { SqlDatabase } from "../db/database.ts"
import { suiteDatabase } from "../demo/performers/open-database.fixture.ts"
import { insertMember } from "../members/member-store.ts"
import { newMember } from "../members/new-member.fixture.ts"
import { undeliveredAfter } from "../outbox/outbox.ts"
import { OutboxRelay } from "../outbox/relay.ts"
import { insertPerformers } from "../performers/performer-store.ts"
import { fixturePerformer } from "../performers/performers.fixture.ts"
import { saveFavourite, unsaveFavourite } from "./change-favourite.ts"
import { addFavourite, favouritesOf } from "./favourite-store.ts"

const MEMBER = newMember()
const around = Layer.merge(
  suiteDatabase(),
  Layer.succeed(OutboxRelay, OutboxRelay.of({ wake: Effect.void })),
)

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const enterPerformer = async () =>
  (await backend.enter("a performer")) as unknown as { readonly performerId: string }

describe("a member's favourites", () => {
  it("are listed to that member alone", async () => {
    const { token } = await backend.enter("a logged-in member", { favourite: "7" })
    const other = await backend.enter("a logged-in member", {})
    expect(await backend.call("GET", "/favourite", { token: token })).toMatchObject({
      status: 200,
      body: { favourites: [{ performerId: "7" }] },
    })
    expect(await backend.call("GET", "/favourite", { token: other.token })).toMatchObject({
      status: 200,
      body: { favourites: [] },
    })
    expect(await backend.call("GET", "/favourite", {})).toMatchObject({ status: 401 })
  })

  it("are announced once per change, however many requests for it come at once [PROFILE-11] [PROFILE-14]", async () => {
    const { token } = await backend.enter("a logged-in member")
    const { performerId } = await enterPerformer()
    const listener = await backend.listen(token)
    const all = (method: "POST" | "DELETE") =>
      Promise.all(
        Array.from({ length: 10 }, () =>
          backend.call(method, "/favourite", { token, body: { performerId } }),
        ),
      )
    for (const method of ["POST", "DELETE", "POST"] as const) {
      expect((await all(method)).map(({ status }) => status)).toEqual(Array(10).fill(200))
    }
    await listener.until(3)
    expect(listener.heard).toEqual([
      ["favourite-add", { performerId }],
      ["favourite-remove", { performerId }],
      ["favourite-add", { performerId }],
    ])
    listener.socket.disconnect()
  })

  it("are performers that exist: no other is kept or announced [PROFILE-11]", async () => {
    const { token } = await backend.enter("a logged-in member")
    const { performerId } = await enterPerformer()
    const listener = await backend.listen(token)
    const change = (method: string, id: unknown) =>
      backend.call(method, "/favourite", { token, body: { performerId: id } })
    expect(await change("POST", "nobody")).toMatchObject({
      status: 404,
      body: { label: "notFound" },
    })
    expect(await change("DELETE", "nobody")).toMatchObject({ status: 200 })
    for (const id of ["", null, {}, "x".repeat(10_000)]) {
      expect([400, 404]).toContain((await change("POST", id)).status)
    }
    await change("POST", performerId)
    await listener.until(1)
    expect(listener.heard).toEqual([["favourite-add", { performerId }]])
    listener.socket.disconnect()
  })

  it("are a thousand at most; another one is refused until one is removed", async () => {
    const [known, another] = [fixturePerformer(1), fixturePerformer(2)]
    const read = await Effect.runPromise(
      Effect.gen(function* () {
        const queries = yield* SqlDatabase
        yield* insertMember(queries, MEMBER)
        yield* insertPerformers(queries, [known, another])
        yield* saveFavourite(MEMBER.id, known.id)
        for (let n = 0; n < 1_005; n += 1) {
          yield* addFavourite(queries, MEMBER.id, `p_${n}`, new Date(n))
        }
        const full = yield* favouritesOf(queries, MEMBER.id)
        const refused = yield* Effect.flip(saveFavourite(MEMBER.id, another.id))
        yield* saveFavourite(MEMBER.id, known.id)
        yield* unsaveFavourite(MEMBER.id, "p_7")
        yield* saveFavourite(MEMBER.id, another.id)
        const after = yield* favouritesOf(queries, MEMBER.id)
        return { full, refused, after, told: yield* undeliveredAfter(queries, 0, 100) }
      }).pipe(Effect.provide(around)),
    )
    expect(read.full).toHaveLength(1_000)
    expect(read.refused).toMatchObject({ status: 400, label: "badRequest.tooMany" })
    expect(read.after).toHaveLength(1_000)
    expect(read.after.map(({ performer_id: id }) => id)).toContain(another.id)
    expect(read.told.map(({ event }) => event)).toEqual([
      ...["favourite-add", "favourite-remove", "favourite-add"],
    ])
  })
})
