/**
 * Names that imitate a performer in her own room or elsewhere, the operator, or a brand. Guests and members try
 * them at the site's own interfaces, as nicknames and as usernames, and so do members who had such a name before it
 * was refused (ADR 0042).
 */
import { beforeAll, describe, expect, it } from "vitest"
import { memberNamed, type NamedPerformer, performerNamed } from "../support/provider-state.ts"
import { sharedWorld } from "../support/shared-world.ts"
import type { World } from "../support/world.ts"
import { arrivals } from "./arrivals.ts"
import { newPersonAccount, Person } from "./person.ts"

/** In SterreMaan's room. The service allows a guest five tries a minute. */
const IN_HER_ROOM: ReadonlyArray<readonly [label: string, names: ReadonlyArray<string>]> = [
  // A letter of Armenian, Cyrillic, Greek or Lisu; phonetic letters; letters of another width or in a frame.
  ["characters", ["Stօrm", "StеrrеMaan", "SτerreMaan", "ꓢꓔꓰꓣꓣꓰ", "НОЅТ"]],
  ["characters", ["ꜱᴛᴇʀʀᴇᴍᴀᴀɴ", "ＳterreMaan", "ⓈterreMaan", "𝐒terreMaan", "S\u0336terreMaan"]],
  // Symbols beside a name.
  ["characters", ["SterreMaan ✔", "SterreMaan☑", "★SterreMaan", "SterreMaan💋", "SterreMaan™"]],
  [
    "badRequest.lookalike",
    ["SterreMaan", "sterremaan", "Sterre Maan", "St.erre-Maan", "_SterreMaan_"],
  ],
  ["badRequest.lookalike", ["5terreMaan", "St3rr3Maan", "SterreM44n", "StérreMäan", "SterreMaan2"]],
  // Invisible characters, or ones that change the direction of the line.
  [
    "badRequest.lookalike",
    ["Sterre\u200BMaan", "\u202ESterreMaan", "Sterre\u00ADMaan", "SterreMaan\u2800"],
  ],
  ["forbidden", ["Foldcast team", "F0LDCAST", "FoIdcast", "Lumio hulp", "lumio"]],
  ["forbidden", ["moderator", "M0derat0r", "Site Admin", "4dmin", "official Ster"]],
  ["forbidden", ["host", "H.O.S.T", "h0st", "The Host", "room"]],
]

describe("a name that looks like another's", () => {
  let world: World
  let host: NamedPerformer
  let witness: Person

  const arriving = arrivals()
  const site = () => ({ url: world.urls.site })
  const enter = async (person: Person, performerId = host.performerId) => {
    await person.ask({ _tag: "JoinRoom", performerId, mode: "free" })
    return person
  }
  const guest = async () => enter(await arriving(Person.arrive(site())))
  const rename = async (person: Person, nickname: string) => {
    const { performerId } = host
    const { event } = await person.ask({ _tag: "ChangeNickname", performerId, nickname })
    return event
  }

  beforeAll(async () => {
    world = await sharedWorld()
    host = await performerNamed(world, "SterreMaan")
    witness = await guest()
  })

  it.each(IN_HER_ROOM)("is refused in her room: %s for %j [CHAT-39]", async (label, names) => {
    const person = await guest()
    for (const name of names) {
      expect([name, await rename(person, name)]).toEqual([
        name,
        { _tag: "NicknameRefused", performerId: host.performerId, label },
      ])
    }
  })

  it("is shown to nobody, and an honest name is", async () => {
    const person = await guest()
    await rename(person, "SterreMaan")
    for (const to of ["Zoë Anouk", "d'Artagnan", "Łukasz", "SterreFan"]) {
      expect(await rename(person, to)).toMatchObject({ _tag: "NicknameChanged", to })
    }
    await witness.stream.until(() =>
      witness.stream.events.some(({ event }) => event["to"] === "SterreFan"),
    )
    const heard = witness.stream.events.flatMap(({ event }) =>
      event._tag === "NicknameChanged" ? [event["to"]] : [],
    )
    expect(heard).toEqual(["Zoë Anouk", "d'Artagnan", "Łukasz", "SterreFan"])
  })

  it("is refused as a username, at a change or at registration [AUTH-35] [AUTH-63]", async () => {
    const member = await arriving(Person.register(site(), newPersonAccount()))
    for (const [username, label] of [
      ["SterreMaan", "lookalike"],
      ["5terre_maan", "lookalike"],
      ["moderator", "forbidden"],
      ["foldcast-team", "forbidden"],
      ["Lumio", "forbidden"],
      ["StеrreMaan", "characters"],
    ] as const) {
      const { event } = await member.ask({ _tag: "ChangeUsername", username, where: "settings" })
      expect([username, event]).toEqual([
        username,
        { _tag: "UsernameChangeRefused", label: `badRequest.${label}` },
      ])
      const person = await arriving(Person.arrive(site()))
      const refused = await person.ask({ _tag: "Register", ...newPersonAccount(), username })
      expect([username, refused.event]).toEqual([
        username,
        {
          _tag: "RegistrationRefused",
          label: "badRequest.registration",
          fields: [{ field: "username", label }],
        },
      ])
    }
  })

  it.each([
    ["SterreMaan", "lookalike"],
    ["St3rreMaan", "lookalike"],
    ["foldcast-team", "forbidden"],
  ])("is not shown of one who had it: %s [CHAT-39]", async (username, why) => {
    const account = await memberNamed(world, username)
    const person = await enter(await arriving(Person.logIn(site(), account)))
    const told = (await person.stream.event("RoomJoined")).event
    expect(told["nickname"]).toMatch(/^anon\d{7}$/u)
    expect(told["nicknameRefused"]).toBe(`badRequest.${why}`)
    expect((await person.stream.event("MemberLoaded")).event["showChangeUsername"]).toBe(true)
    await witness.stream.until(() =>
      witness.stream.events.some(({ event }) => event["nickname"] === told["nickname"]),
    )
    expect(JSON.stringify(witness.stream.frames)).not.toContain(username)
    expect(await rename(person, "eerlijk")).toMatchObject({ _tag: "NicknameChanged" })
    await person.ask({ _tag: "LeaveRoom", performerId: host.performerId })
  })
})
