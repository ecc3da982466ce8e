/**
 * Secrets that are replaced under a running site (ADR 0044): real processes on one directory, started with the next
 * secrets each time. The replacement logs nobody out, and the old secrets are worthless once removed.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { layMigratedDatabase } from "@foldcast/backend/db/migrated-database.fixture"
import { startWorld } from "../support/world.ts"
import { newPersonAccount, Person } from "./person.ts"

const [OLD, NEW] = ["token-secret-of-last-year", "token-secret-of-this-year"]
const [OLD_SEAL, NEW_SEAL] = [
  `8f${"0123456789abcdef".repeat(4)}`,
  `7e${"0123456789abcdef".repeat(4)}`,
]

const dataDir = mkdtempSync(join(tmpdir(), "foldcast-rotation-"))
beforeAll(() => layMigratedDatabase(join(dataDir, "backend")))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const started = async <A>(
  [tokens, seals]: readonly [tokens: string, seals: string],
  use: (url: string) => Promise<A>,
): Promise<A> => {
  const environment = { TOKEN_SECRET: tokens, SESSION_SECRET: seals }
  const world = await startWorld({ environment, dataDir })
  try {
    return await use(world.urls.site)
  } finally {
    await world.close()
  }
}

/** The same browser, at the site that runs now. */
const again = async (person: Person, url: string): Promise<Person> => {
  const same = new Person({ url })
  for (const [name, value] of person.cookies) same.cookies.set(name, value)
  await same.open()
  return same
}
/** The member API has answered the session's own token with the member. */
const isServed = ({ stream }: Person) => stream.until(() => stream.tags.includes("MemberLoaded"))

it("a rotation of secrets logs nobody out, neither while the old ones stand behind the new ones nor once they are gone", async () => {
  const anna = newPersonAccount("anna")
  const kept = await started([OLD, OLD_SEAL], async (url) => {
    const person = await Person.register({ url }, anna)
    const id = await person.whoami()
    person.leave()
    return { person, id }
  })
  const isIn = async (url: string, { person, id } = kept) => {
    const same = await again(person, url)
    expect(await same.whoami()).toBe(id)
    await isServed(same)
    expect(await same.whoami()).toBe(id)
    same.leave()
  }
  const fresh = await started([`${NEW},${OLD}`, `${NEW_SEAL},${OLD_SEAL}`], async (url) => {
    await isIn(url)
    const person = await Person.register({ url }, newPersonAccount("ben"))
    person.leave()
    return { person, id: await person.whoami() }
  })
  // The previous start sealed everything again that the old secret had sealed.
  await started([`${NEW},${OLD}`, NEW_SEAL], isIn)
  // By now every token signed with the old secret has expired, if the operator waited for the life of a token.
  await started([NEW, NEW_SEAL], async (url) => {
    await isIn(url, fresh)
    const late = await again(kept.person, url)
    await expect.poll(() => late.whoami()).toBeNull()
    const back = await Person.logIn({ url }, anna)
    expect(await back.whoami()).toBe(kept.id)
    for (const person of [late, back]) person.leave()
  })
})
