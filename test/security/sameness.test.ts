/**
 * The same text in another Unicode spelling, sent to the site's own interfaces by people with another keyboard,
 * another input method or a clipboard with invisible characters (ADR 0051).
 */
import { beforeAll, describe, expect, it } from "vitest"
import { memberExists, performerNamed } from "../support/provider-state.ts"
import { sharedWorld } from "../support/shared-world.ts"
import type { World } from "../support/world.ts"
import { arrivals } from "./arrivals.ts"
import { newPersonAccount, Person } from "./person.ts"

describe("the same text in another spelling", () => {
  let world: World

  const arriving = arrivals()
  const site = () => ({ url: world.urls.site })

  beforeAll(async () => {
    world = await sharedWorld()
  })

  it("is the same password, whichever keyboard it is typed on [TEXT-01]", async () => {
    const composed = "Zoë-één-1".normalize("NFC")
    const decomposed = composed.normalize("NFD")
    for (const [chosen, typed] of [
      [composed, decomposed],
      [decomposed, composed],
    ] as const) {
      const account = { ...newPersonAccount("spelling"), password: chosen }
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
      const email = newPersonAccount("spelling-moved").email
      const moved = await elsewhere.ask({
        _tag: "ChangeEmail",
        email,
        repeatEmail: email,
        password: `${typed}2`,
      })
      expect(moved.event._tag).toBe("EmailChangeRequested")
    }
  })

  it("finds a performer, however her name is typed or pasted [TEXT-02]", async () => {
    const { performerId } = await performerNamed(world, "LinenNova")
    const person = await arriving(Person.arrive(site()))
    const found = async (typed: string) => {
      const query = new URLSearchParams({ username: typed })
      const { body } = await person.get(`/api/performers/autocomplete?${query.toString()}`)
      const { performers } = JSON.parse(body) as {
        readonly performers: ReadonlyArray<{ readonly performerId: string }>
      }
      return performers.some((one) => one.performerId === performerId)
    }
    for (const typed of [
      ...["linennova", "lïnen", "li\u0308nen", "linen nova", "LINEN-NOVA", "Linen_Nova", "ennova"],
      ...[
        "ｌｉｎｅｎ",
        "ＬＩＮＥＮ　ＮＯＶＡ",
        "\uFEFFLinen\u200BNova\u00A0",
        "\u202Elinen",
        "Lin\u00ADen",
      ],
    ]) {
      expect([typed, await found(typed)]).toEqual([typed, true])
    }
    // Two errors; one is forgiven (ADR 0069).
    for (const typed of ["1inenn0va", "linnnen", "li", "l i", "l-i\u0308", "---"]) {
      expect([typed, await found(typed)]).toEqual([typed, false])
    }
  })

  it("is the same address or name with invisible characters in it, wherever it is asked for [TEXT-03]", async () => {
    const account = newPersonAccount("pasted")
    const [local = "", domain = ""] = account.email.split("@")
    const pasted = `\uFEFF\u202A${local}\u200B@${domain.replace(".", ".\u00AD")}\u202C\u00A0`
    const member = await arriving(Person.register(site(), { ...account, email: pasted }))
    const again = await arriving(Person.logIn(site(), account))
    expect(await again.whoami()).toBe(await member.whoami())
    const other = await arriving(
      Person.logIn(site(), { ...account, email: `\u2060${account.email.toUpperCase()}\u200E` }),
    )
    expect(await other.whoami()).toBe(await member.whoami())
    const taken = await arriving(Person.arrive(site()))
    const refused = await taken.ask({
      _tag: "Register",
      ...account,
      email: `\u200B${account.email}`,
    })
    expect(refused.event).toMatchObject({ _tag: "RegistrationRefused", label: "emailExists" })
    const username = `p${local.replaceAll(/[^0-9a-f]/gu, "")}`.slice(0, 14)
    const named = await other.ask({
      _tag: "ChangeUsername",
      username: `\u200B${username.slice(0, 3)}\u200D${username.slice(3)}\uFEFF`,
      where: "settings",
    })
    expect(named.event._tag).toBe("UsernameChanged")
    await other.stream.until(() =>
      other.stream.events.some(({ event }) => event["username"] === username),
    )
  })

  it("is one account, however the domain of its address is written [TEXT-07]", async () => {
    const account = newPersonAccount("umlaut")
    const [local = ""] = account.email.split("@")
    const written = `${local}@bücher.example`
    const ascii = `${local}@xn--bcher-kva.example`
    const member = await arriving(Person.register(site(), { ...account, email: written }))
    for (const email of [ascii, written, written.toUpperCase(), written.normalize("NFD")]) {
      const again = await arriving(Person.logIn(site(), { ...account, email }))
      expect(await again.whoami()).toBe(await member.whoami())
    }
    const other = await arriving(Person.arrive(site()))
    const refused = await other.ask({ _tag: "Register", ...account, email: ascii })
    expect(refused.event).toMatchObject({ _tag: "RegistrationRefused", label: "emailExists" })
  })

  it("is no message, no words beside a tip and no name where nothing of it can be seen [TEXT-04]", async () => {
    const { performerId } = await performerNamed(world, "CottonNova")
    const { email, password } = await memberExists(world, {
      email: newPersonAccount("unseen").email,
      credits: 1_000,
    })
    const member = await arriving(Person.logIn(site(), { email, password }))
    const label = "nothingToSee"
    for (const unseen of [
      "\u200B\u200B",
      "\u3164",
      "\u2800 \u2800",
      "\u{E0041}\u{E007F}",
      "\u0301",
    ]) {
      // The same from outside the room.
      const tip = { performerId, amount: 50, tipType: "wink", isPublic: true } as const
      const outside = await member.ask({ _tag: "SendTip", ...tip, message: unseen })
      expect(outside.event).toEqual({ _tag: "TipRefused", performerId, label })
    }
    const joined = await member.ask({ _tag: "JoinRoom", performerId, mode: "free" })
    expect(joined.event).toMatchObject({ _tag: "RoomJoined" })
    for (const unseen of ["\u200B\u200B", "\u3164"]) {
      const said = await member.ask({
        _tag: "SendRoomMessage",
        performerId,
        message: unseen,
        messageType: "room",
      })
      expect(said.event).toEqual({ _tag: "RoomMessageRefused", performerId, label })
      const named = await member.ask({ _tag: "ChangeNickname", performerId, nickname: unseen })
      expect(named.event).toEqual({ _tag: "NicknameRefused", performerId, label })
    }
    const seen = await member.ask({
      _tag: "SendRoomMessage",
      performerId,
      message: "\u200B❤️\u200B",
      messageType: "room",
    })
    expect(seen.event._tag).toBe("RoomMessageReceived")
  })

  it("is another password where it looks different [TEXT-01]", async () => {
    const account = { ...newPersonAccount("spelling"), password: "Zoë-één-1" }
    await arriving(Person.register(site(), account))
    for (const password of ["Zoe-een-1", "Zoë-één-¹", "zoë-één-1"]) {
      await expect(Person.logIn(site(), { ...account, password })).rejects.toThrow("not logged in")
    }
  })
})
