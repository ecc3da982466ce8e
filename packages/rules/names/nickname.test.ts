/** Which names a room accepts, and which could mislead. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { nameFault, nicknameFault, trimmedNickname } from "./nickname.ts"
import { isReserved } from "./reserved-names.ts"

const BRANDS = ["Foldcast", "Lumio", "Go"]

describe("a nickname", () => {
  it("has 4 to 14 characters [CHAT-39]", () => {
    expect(nicknameFault("")).toBe("required")
    expect(nicknameFault("abc")).toBe("tooShort")
    expect(nicknameFault("abcd")).toBeNull()
    expect(nicknameFault("a".repeat(14))).toBeNull()
    expect(nicknameFault("a".repeat(15))).toBe("tooLong")
  })

  it("has the letters of Dutch and its neighbours", () => {
    for (const name of [
      "Zoë Anouk",
      "van 't Hof",
      "Jérôme",
      "Łukasz",
      "Øystein",
      "Çağla",
      "Müßig",
      "Đặng",
      "Ștefan",
      "d'Arc",
      "Anne-Fleur",
      "xX_ster_Xx",
      "0612",
      "J.P.",
    ])
      expect([name, nameFault(trimmedNickname(name), BRANDS)]).toEqual([name, null])
  })

  it("has no letters of other scripts, phonetic or wide letters, and no signs [CHAT-39]", () => {
    for (const name of [
      "SօlarNova",
      "НОЅТ",
      "ꓢꓳꓡꓮꓣ",
      "CopperCreek ✔",
      "Ｈｏｓｔ",
      "𝐇𝐨𝐬𝐭",
      "ʜᴏsᴛ",
      "ⓗⓞⓢⓣ",
      "Санне",
      "a\u0333bcd",
      "😀😀😀😀",
      "Sanne♥",
      "<b>x</b>",
      "...-",
    ])
      expect([name, nicknameFault(trimmedNickname(name))]).toEqual([name, "characters"])
  })

  it("has nothing invisible, once it is trimmed", () => {
    expect(trimmedNickname(" Ster  re ")).toBe("Ster re")
    expect(trimmedNickname("ho\u200Bst\u202E\u{E0041}\uFE0F")).toBe("host")
    expect(trimmedNickname("Zoe\u0308 ")).toBe("Zoë")
    fc.assert(
      fc.property(fc.array(fc.nat(0x10_ffff), { maxLength: 20 }), (points) => {
        const name = trimmedNickname(String.fromCodePoint(...points))
        expect(trimmedNickname(name)).toBe(name)
        expect(/[\p{Cc}\p{Cf}]/u.test(name)).toBe(false)
      }),
    )
  })
})

describe("a reserved name", () => {
  it("is one that visitors would take for the site, the room or a brand", () => {
    for (const name of [
      "moderator",
      "M0derat0r",
      "Modérateur moderator",
      "xModeratorx",
      "4dm1n",
      "room",
      "R00m",
      "Host",
      "h o s t",
      "The Host",
      "Host2",
      "TheHost",
      "h.o.s.t",
      "Foldcast team",
      "f0ldcast",
      "FoIdcast",
      "teamfoldcast",
      "Lurnio",
      "official ster",
      "SolarNovaOfficial",
      "staff",
      "Go",
      "Go team",
      "System",
      "Systeembericht",
      "Melding",
      "klantenservice",
      "Klantendienst",
      "Customer care",
      "Hulp",
      "Beveiliging",
      // The page's own words for the performer, in both languages, and digits in place of letters.
      "Model",
      "m0del2",
      "models",
      "Hostess",
      "Gastvrouw",
      "performers",
      "Kamer",
      "H0571",
      "5upport2",
      "5ystem1",
      "8eheer1",
    ])
      expect([name, isReserved(name, BRANDS)]).toEqual([name, true])
  })

  it("is none that only contains a short reserved word", () => {
    for (const name of [
      "Ghost",
      "Roommate",
      "Broom",
      "Schelpje",
      "Hostel",
      "Modern",
      "Gouda",
      "Golf",
      "Supporter",
      "Modelle",
      "Kamerplant",
      "Noor",
      "anon0000000",
    ])
      expect([name, isReserved(name, BRANDS)]).toEqual([name, false])
  })
})
