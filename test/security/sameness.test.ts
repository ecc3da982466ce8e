/**
 * The same text in another spelling, tried at the site's own borders by people with another keyboard, another input
 * method or a clipboard that brings invisible marks along (ADR 0051).
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { sharedWorld } from "../support/shared-world.ts"
import type { World } from "../support/world.ts"
import { newAccount, Person } from "./person.ts"

describe("the same text in another spelling", () => {
  let world: World
  const people: Array<Person> = []

  const arriving = async (person: Promise<Person>) => {
    const arrived = await person
    people.push(arrived)
    return arrived
  }
  const site = () => ({ url: world.urls.site })

  beforeAll(async () => {
    world = await sharedWorld()
  })
  afterAll(() => {
    for (const person of people) person.leave()
  })

  it("is the same password, whichever keyboard it is typed on [TEXT-01]", async () => {
    const composed = "Zoë-één-1".normalize("NFC")
    const decomposed = composed.normalize("NFD")
    for (const [chosen, typed] of [
      [composed, decomposed],
      [decomposed, composed],
    ] as const) {
      const account = { ...newAccount("spelling"), password: chosen }
      await arriving(Person.register(site(), account))
      const elsewhere = await arriving(Person.logIn(site(), { ...account, password: typed }))
      expect(await elsewhere.whoami()).not.toBeNull()
      const changed = await elsewhere.ask({
        _tag: "ChangePassword",
        password: typed,
        newPassword: `${chosen}2`,
        repeatNewPassword: `${typed}2`,
      })
      expect(changed.event._tag).toBe("PasswordChanged")
    }
  })

  it("is another password where it looks another", async () => {
    const account = { ...newAccount("spelling"), password: "Zoë-één-1" }
    await arriving(Person.register(site(), account))
    for (const password of ["Zoe-een-1", "Zoë-één-¹", "zoë-één-1"]) {
      await expect(Person.logIn(site(), { ...account, password })).rejects.toThrow("not logged in")
    }
  })
})
