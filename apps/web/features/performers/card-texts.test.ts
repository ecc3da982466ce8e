/** Tests a card's texts and the choice of its picture. */
import { describe, expect, it } from "vitest"
import { performer } from "../../screens/performers.fixture.ts"
import { speakIn } from "../../screens/spoken-locale.fixture.ts"
import { cardLine, cardName, languageCodes } from "./card-texts.ts"
import { pictureSet, shownPicture } from "./shown-picture.ts"

const NOW = 1_790_000_000_000
const HOUR = 3_600_000

/** Treats non-breaking spaces as spaces. */
const plain = (text: string) => text.replaceAll("\u00A0", " ")

describe("a card", () => {
  speakIn("nl")

  it.each([
    [3, "Gratis chat"],
    [1, "60/min ≈ € 0,99"],
    [5, "Nu bezet"],
    [9, "Even weg"],
    [0, "Laatst live 2 dagen geleden"],
  ])(
    "with status %i says what chat costs there, why it is not possible, or when she was last there",
    (status, said) => {
      const one = performer(1, { onlineStatus: status, lastCamSession: NOW - 49 * HOUR })
      expect(plain(cardLine(one, NOW, "nl"))).toBe(said)
    },
  )

  it("says nothing of a last session where there was none", () => {
    const one = performer(1, { onlineStatus: 0, lastCamSession: null })
    expect(cardLine(one, NOW, "nl")).toBe("Nog niet live geweest")
  })

  it("gives languages by their codes, never by those of a country", () => {
    expect(languageCodes(performer(1, { languages: ["en", "se", "dk"] }))).toBe("EN SV DA")
  })

  it("is named by name, status and offer, and by what else is known", () => {
    expect(cardName(performer(0), NOW, "nl")).toBe(
      "Noor0, Live, Gratis chat, 20 jaar, spreekt Nederlands en Engels, Toy",
    )
    const told = performer(1, { age: 0, languages: [], onlineStatus: 9 })
    expect(cardName(told, NOW, "nl")).toBe("Luna1, Pauze, Even weg")
    expect(plain(cardName({ ...told, onlineStatus: 1 }, NOW, "nl"))).toBe(
      "Luna1, Live, 60 credits per minuut, ongeveer € 0,99",
    )
  })

  it("counts hours for a day and days from then on, and never backwards", () => {
    const said = (ago: number) =>
      cardLine(performer(1, { onlineStatus: 0, lastCamSession: NOW - ago }), NOW, "nl")
    expect([-5 * HOUR, 0, 59 * 60_000, HOUR, 23.9 * HOUR, 24 * HOUR, 49 * HOUR].map(said)).toEqual([
      "Net nog live",
      "Net nog live",
      "Net nog live",
      "Laatst live 1 uur geleden",
      "Laatst live 23 uur geleden",
      "Laatst live gisteren",
      "Laatst live 2 dagen geleden",
    ])
  })
})

describe("the picture of a card", () => {
  const picture = { url: "/media/snapshots/a.jpg", colour: null }
  const nonude = { url: "/media/snapshots/b.jpg", colour: null }

  it("in no-nude mode is the one made for it, or absent [ROUTE-47]", () => {
    expect(shownPicture({ picture, nonude }, true)).toBe(nonude)
    expect(shownPicture({ picture, nonude: null }, true)).toBeNull()
    expect(shownPicture({ picture, nonude }, false)).toBe(picture)
    expect(shownPicture({ picture: null, nonude }, false)).toBe(nonude)
  })

  it("is offered in the sizes that its host has, and unchanged where its address has no place for a size", () => {
    expect(pictureSet(picture.url, "card")).toBe(
      "/media/200x150/snapshots/a.jpg 200w, /media/400x300/snapshots/a.jpg 400w, " +
        "/media/600x450/snapshots/a.jpg 600w, /media/800x600/snapshots/a.jpg 800w",
    )
    expect(pictureSet("https://elsewhere.example/a.jpg", "card")).toBeUndefined()
    expect(pictureSet(picture.url, "avatar")).toBeUndefined()
  })
})
