import { describe, expect, it } from "vitest"
import { profile } from "../../screens/profile-pages.fixture.ts"
import { AnswerRefused } from "../../runtime/queries.ts"
import { albumItems, profileItems } from "./gallery-items.ts"
import { neighboursIn } from "./neighbours.ts"
import { chatLocale, profileData } from "./profile-data.ts"
import { profileFailure } from "./profile-resource.ts"
import { languageName, spokenLanguages } from "../performers/spoken-languages.ts"
import { creditCents } from "../stream/paid/credit-price.ts"
import { MODE_TRAITS, STREAM_MODES } from "../stream/chat/stream-modes.ts"

describe("a profile that loads", () => {
  it("sets the profile and the chat locale and marks the data ready [PROFILE-07]", () => {
    expect(profileData(undefined, "nl")).toEqual({
      profile: null,
      chatLocale: null,
      isReady: false,
    })
    const loaded = profile({ languages: ["de", "en", "nl"] })
    expect(profileData(loaded, "nl")).toEqual({ profile: loaded, chatLocale: "nl", isReady: true })
    expect(profileData(loaded, "en").chatLocale).toBe("en")
  })

  it("sets the chat to the visitor's language, else to the performer's first", () => {
    expect(chatLocale(["fr", "nl"], "nl")).toBe("nl")
    expect(chatLocale(["fr", "de"], "nl")).toBe("fr")
    expect(chatLocale([], "nl")).toBeNull()
  })

  it("fails as missing where the gateway says so, and only as unanswered where nothing was answered", () => {
    const failure = (status: number) =>
      profileFailure(
        new AnswerRefused({ type: "", title: "", status, label: "label", reference: "" }),
      )
    expect([400, 404, 410, 200].map(failure)).toEqual(["Gone", "Gone", "Gone", "Gone"])
    expect([0, 429, 500, 503].map(failure)).toEqual([
      "Unanswered",
      "Unanswered",
      "Unanswered",
      "Unanswered",
    ])
  })
})

describe("the neighbours of a performer", () => {
  const list = ["a", "b", "c"].map((id) => ({ performerId: id as never, username: id }))
  const names = (performerId: string) => {
    const { previous, next } = neighboursIn(list, performerId)
    return [previous?.username ?? null, next?.username ?? null]
  }

  it("are those of the list; a performer who is not in it stands before its first", () => {
    expect(names("b")).toEqual(["a", "c"])
    expect(names("a")).toEqual([null, "b"])
    expect(names("c")).toEqual(["b", null])
    expect(names("x")).toEqual([null, "a"])
    expect(neighboursIn([], "x")).toEqual({ previous: null, next: null })
  })
})

describe("the kinds of chat", () => {
  it("cost nothing in freechat, 60 credits a minute in private and 240 in VIP", () => {
    expect(STREAM_MODES.map((mode) => MODE_TRAITS[mode].creditsPerMinute)).toEqual([0, 60, 240])
    expect([60, 240].map(creditCents)).toEqual([99, 396])
  })
})

describe("the languages of a performer", () => {
  it("are named in the visitor's language, also the two that are named by a country", () => {
    expect(spokenLanguages(["nl", "dk", "se"], "en")).toBe("Dutch, Danish, and Swedish")
    expect(spokenLanguages(["nl", "dk"], "nl")).toBe("Nederlands en Deens")
    expect(languageName("not a language", "nl")).toBe("not a language")
  })
})

describe("the gallery's pictures", () => {
  const photo = (photoId: string, nonude: string | null) => ({
    photoId,
    picture: { url: `/media/snapshots/${photoId}.jpg`, colour: null },
    nonude: nonude === null ? null : { url: `/media/snapshots/${nonude}.jpg`, colour: null },
    width: 3,
    height: 4,
  })
  const photos = [photo("1", "1-nonude"), photo("2", null)]

  it("are all of them, and in no-nude mode only those made for it", () => {
    const urls = (noNude: boolean) => albumItems({ photos }, noNude).map((one) => one.picture.url)
    expect(urls(false)).toEqual(["/media/snapshots/1.jpg", "/media/snapshots/2.jpg"])
    expect(urls(true)).toEqual(["/media/snapshots/1-nonude.jpg"])
    expect(profileItems(profile(), false)).toHaveLength(2)
    expect(profileItems(profile(), true)).toEqual([])
  })
})
