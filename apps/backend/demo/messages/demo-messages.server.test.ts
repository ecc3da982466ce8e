import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { testBackend } from "../../backend.fixture.ts"
import { migratedDatabase } from "../../db/migrated-database.fixture.ts"
import { describeOnPostgres } from "../../db/postgres-server.fixture.ts"
import { DEMO_EMAIL, DEMO_PASSWORD } from "../demo-member.ts"
import { demoMessagesConformance } from "./demo-messages.conformance.ts"

describe("on PGlite", () => {
  demoMessagesConformance("PGlite", migratedDatabase)
})

await describeOnPostgres((url) =>
  demoMessagesConformance(
    "PostgreSQL",
    Effect.succeed({ _tag: "Postgres", url, connections: 16, timeoutMs: 10_000 }),
  ),
)

describe("a demo performer of a whole backend", () => {
  it("reads and answers a member’s message, as the member’s sockets are told", async () => {
    const backend = await testBackend({ demo: true, demoAt: Date.UTC(2026, 10, 20, 20) })
    const login = { email: DEMO_EMAIL, password: DEMO_PASSWORD }
    const { body } = await backend.call("POST", "/login", { body: login })
    const token = String(body["token"])
    const { suggestions } = (await backend.call("GET", "/inbox/suggestion-list/models", { token }))
      .body as { readonly suggestions: ReadonlyArray<{ readonly userid: string }> }
    const performerId = suggestions[0]?.userid ?? ""
    const { heard, until, socket } = await backend.listen(token)
    const before = heard.length
    const message = { performerId, key: randomUUID(), message: "Hallo daar" }
    await backend.call("POST", `/inbox/${performerId}`, { token, body: message })
    await until(before + 2)
    backend.forward(30_000)
    await until(before + 3)
    backend.forward(30_000)
    await until(before + 4)
    socket.disconnect()
    await backend.close()
    expect(
      heard
        .slice(before + 2)
        .map(([event]) => event)
        .slice(0, 2),
    ).toEqual(["message-read", "private-message"])
    expect(heard[before + 3]?.[1]).toMatchObject({ target: "member" })
  })
})
