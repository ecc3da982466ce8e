/**
 * What the gateway needs of the performer service. Written through the gateway's own adapter and
 * decoders; verified by `npx foldcast verify performer-service`.
 */
import { describe, expect, it } from "vitest"
import { MAX_PAGE_SIZE } from "@foldcast/contracts/upstream/performer-service"
import { performerServiceAnswer, performerServiceRefusal } from "./performer-service-call.ts"

const asGuest = { lang: "en", noNude: false } as const
const picture = { url: "/media/p_1/snapshots/1.jpg", colour: "#8090a0" }
const BORN = "1998-04-30"
const SESSION = 1_780_000_000_000

const card = {
  user: { id: "p_1", username: "Anna" },
  rating: 87,
  onlineStatus: 3,
  dateOfBirth: BORN,
  languages: ["nl"],
  cybertoy: 3,
  snapshot: picture,
  nonude: picture,
  firstCamSession: SESSION,
  lastCamSession: SESSION,
}

/** The query of the first page of every list. */
const firstPage = {
  gender: "female",
  ordering: "free,lastCamSession,language,rating",
  language: "en",
  page: "1",
  limit: "30",
}

describe("the gateway lists performers", () => {
  it("by filter, in the default ordering, page by page [API-030] [API-035] [API-047] [GRID-10]", async () => {
    const outcome = await performerServiceAnswer({
      description: "a page of performers",
      state: "performers online",
      request: {
        ...asGuest,
        call: "GET /user/find",
        query: { ...firstPage, onlineStatus: "free" },
      },
      example: { performers: [card] },
    })
    expect(outcome).toMatchObject({ _tag: "Answered", body: { performers: [card] } })
  })

  it("of every kind, in the default ordering [API-035] [GRID-38] [GRID-39]", async () => {
    const outcome = await performerServiceAnswer({
      description: "a page of everybody",
      state: "performers online",
      request: {
        ...asGuest,
        call: "GET /user/find",
        query: firstPage,
      },
      example: { performers: [card] },
    })
    expect(outcome).toMatchObject({ _tag: "Answered", body: { performers: [card] } })
  })

  it.each([
    ["firstCamSession", "the newest performers"],
    ["rating", "the best rated performers"],
    ["username", "performers by their names"],
  ])("in the order by %s [API-047] [FIND-08]", async (ordering, description) => {
    const outcome = await performerServiceAnswer({
      description,
      state: "performers online",
      request: {
        ...asGuest,
        call: "GET /user/find",
        query: { gender: "female", ordering, page: "1", limit: "30" },
      },
      example: { performers: [card] },
    })
    expect(outcome).toMatchObject({ _tag: "Answered", body: { performers: [card] } })
  })

  it("by name, and is given the status [API-035] [API-048]", async () => {
    const outcome = await performerServiceAnswer({
      description: "a performer by name",
      state: "a performer",
      request: { ...asGuest, call: "GET /user/find", query: { username: "Anna" } },
      queryFromState: { username: "username" },
      example: { performers: [card] },
    })
    expect(outcome._tag).toBe("Answered")
  })

  it("by ids, for their statuses, whatever else is chosen [API-035] [API-048]", async () => {
    const outcome = await performerServiceAnswer({
      description: "performers by their ids",
      state: "a performer",
      request: {
        ...asGuest,
        call: "GET /user/find",
        query: { ids: "p_1", limit: String(MAX_PAGE_SIZE) },
      },
      queryFromState: { ids: "performerId" },
      example: { performers: [card] },
    })
    expect(outcome).toMatchObject({ _tag: "Answered", body: { performers: [card] } })
  })

  it("and counts them [API-034]", async () => {
    const outcome = await performerServiceAnswer({
      description: "the number of performers who pass a filter",
      state: "performers online",
      request: { ...asGuest, call: "GET /user/count", query: { onlineStatus: "online" } },
      example: { count: 2 },
    })
    expect(outcome).toEqual({ _tag: "Answered", body: { count: 2 } })
  })

  it("and is refused an unknown value, with the field [API-035]", async () => {
    const outcome = await performerServiceRefusal({
      description: "a filter with an unknown value",
      state: "performers online",
      request: { ...asGuest, call: "GET /user/find", query: { hairColor: "no-such-colour" } },
      status: 400,
      refusal: {
        label: "badRequest.hairColor",
        fields: [{ field: "hairColor", label: "unknown" }],
      },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", label: "badRequest.hairColor" })
  })

  it("and is refused with a key that is not the gateway's [API-030]", async () => {
    const outcome = await performerServiceRefusal({
      description: "a list with a wrong key",
      state: "performers online",
      request: { ...asGuest, call: "GET /user/count" },
      key: "not-the-key",
      status: 401,
      refusal: { label: "apiKeyRefused" },
    })
    expect(outcome).toEqual({ _tag: "KeyRefused" })
  })
})

describe("the gateway searches", () => {
  it("for names that begin with what was typed [API-033]", async () => {
    const outcome = await performerServiceAnswer({
      description: "names for what was typed",
      state: "a performer",
      request: { ...asGuest, call: "GET /user/autocomplete", query: { username: "Anna" } },
      queryFromState: { username: "username" },
      example: { performers: [{ id: "p_1", username: "Anna" }] },
    })
    expect(outcome._tag).toBe("Answered")
  })

  it("for more names, with one typing error in what was typed [API-033]", async () => {
    const outcome = await performerServiceAnswer({
      description: "names for what was typed with an error",
      state: "a performer",
      params: { username: "Willemijn" },
      request: {
        ...asGuest,
        call: "GET /user/autocomplete",
        query: { username: "Wilelmijn", limit: "60" },
      },
      example: { performers: [{ id: "p_1", username: "Willemijn" }] },
    })
    expect(outcome._tag).toBe("Answered")
  })
})

describe("the gateway shows a performer", () => {
  it("with her profile [API-032] [PROFILE-01] [PROFILE-02] [PROFILE-03]", async () => {
    const { user: _, ...listed } = card
    const outcome = await performerServiceAnswer({
      description: "a profile",
      state: "a performer",
      request: { ...asGuest, call: "GET /profile/{id}", id: "p_1" },
      pathFromState: "/profile/${performerId}",
      example: {
        id: "p_1",
        username: "Anna",
        ...listed,
        languageBitflag: 3,
        cover: picture,
        coverVideo: null,
        images: [picture],
        description: "Likes music.",
        breastSize: 5,
        gender: "female",
      },
    })
    expect(outcome).toMatchObject({ _tag: "Answered", body: { dateOfBirth: BORN } })
  })

  it("or is told that there is none [API-032]", async () => {
    const outcome = await performerServiceRefusal({
      description: "a profile of nobody",
      state: "a guest",
      request: { ...asGuest, call: "GET /profile/{id}", id: "no-such-performer" },
      status: 404,
      refusal: { label: "notFound" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", status: 404 })
  })

  it("with her albums [API-061]", async () => {
    const outcome = await performerServiceAnswer({
      description: "the albums of a performer",
      state: "a performer with albums",
      request: { ...asGuest, call: "GET /media/albums/{id}", id: "p_1" },
      pathFromState: "/media/albums/${performerId}",
      example: { albums: [{ id: "1", name: "By the sea", count: 2, cover: picture }] },
    })
    expect(outcome._tag).toBe("Answered")
  })

  it("with the photos of an album [API-062]", async () => {
    const outcome = await performerServiceAnswer({
      description: "an album of a performer",
      state: "a performer with albums",
      request: { ...asGuest, call: "GET /media/album/{id}/{albumId}", id: "p_1", albumId: "1" },
      pathFromState: "/media/album/${performerId}/${albumId}",
      example: {
        id: "1",
        name: "By the sea",
        photos: [{ id: "1", picture, nonude: null, width: 1_200, height: 1_600 }],
      },
    })
    expect(outcome._tag).toBe("Answered")
  })
})

describe("the gateway lists categories", () => {
  it("with their texts, filters and order [API-031]", async () => {
    const outcome = await performerServiceAnswer({
      description: "the featured categories",
      state: "a guest",
      request: { ...asGuest, call: "GET /featured/categories" },
      example: [
        {
          slug: "free-cams",
          key: "free",
          position: 1,
          highlight: { active: true },
          filters: {},
          meta: {
            en: {
              name: "Free chat",
              mobileImageBg: null,
              main: { title: "Watch for free", content: "Come in." },
              h2Tabs: [{ tab: "How", title: "What is it?", content: "It is free.", image: null }],
            },
          },
        },
      ],
    })
    expect(outcome._tag).toBe("Answered")
  })
})
