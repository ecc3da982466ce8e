/** A paid session that is stored and never entered, because the database fails in between. */
import { Redacted } from "effect"
import { Client } from "pg"
import { expect, it } from "vitest"
import { describeOnPostgres } from "../db/postgres-server.fixture.ts"
import { testRooms } from "./chat.fixture.ts"

await describeOnPostgres((url) => {
  it("a session that was not entered does not keep its member from another one", async () => {
    const rooms = await testRooms({
      database: { _tag: "Postgres", url, connections: 8, timeoutMs: 10_000 },
    })
    const outside = new Client({ connectionString: Redacted.value(url) })
    await outside.connect()
    const { performerId } = await rooms.performer(1)
    const { token } = await rooms.memberWith(500)
    await outside.query("UPDATE members SET username = 'somebody', username_key = 'somebody'")
    // The join's name query reads this column, after the session's row is stored.
    await outside.query("ALTER TABLE performers RENAME COLUMN look TO look_away")
    expect((await rooms.join(token, performerId)).status).toBe(500)
    await outside.query("ALTER TABLE performers RENAME COLUMN look_away TO look")
    expect((await rooms.join(token, performerId)).status).toBe(200)
    await outside.end()
    await rooms.close()
  })
})
