import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { testBackend, type TestBackend } from "../backend.fixture.ts"

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const state = async (name: string, params: Record<string, unknown> = {}) => {
  const { body } = await backend.call("POST", "/_states", { body: { state: name, params } })
  return body as Record<"performerId" | "username" | "albumId" | "token" | "memberId", string>
}
const get = (path: string, key?: null) => backend.call("GET", path, key === null ? { key } : {})

describe("the performer service", () => {
  it("answers nobody without the key [API-030]", async () => {
    const { performerId } = await state("a performer")
    for (const path of [
      "/featured/categories",
      `/profile/${performerId}`,
      "/user/autocomplete?username=con",
      "/user/count",
      "/user/find",
      `/media/albums/${performerId}`,
      `/media/album/${performerId}/1`,
    ]) {
      expect([path, (await get(path, null)).status]).toEqual([path, 401])
    }
  })

  it("answers a profile in the asked language, with only the fields that exist [API-032] [PROFILE-01] [PROFILE-02] [PROFILE-03]", async () => {
    const { performerId, username } = await state("a performer")
    const { status, body } = await get(`/profile/${performerId}?lang=en`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: performerId, username, gender: "female", languageBitflag: 3 })
    expect(body["dateOfBirth"]).toMatch(/^\d{4}-\d\d-\d\d$/u)
    expect(body["breastSize"]).toBe(5)
    expect(body["motto"]).toBe("Take it easy.")
    expect(body).not.toHaveProperty("about")
    expect(body).not.toHaveProperty("zodiac")
    const dutch = await get(`/profile/${performerId}?lang=nl`)
    expect(dutch.body["motto"]).toBe("Rustig aan.")
    expect(await get("/profile/nobody")).toMatchObject({ status: 404, body: { label: "notFound" } })
  })

  it("finds, counts and suggests over HTTP [API-033] [API-034] [API-035] [API-048]", async () => {
    const { performerId, username } = await state("a performer", { onlineStatus: 5 })
    const found = await get(`/user/find?username=${username}`)
    expect(found.body["performers"]).toMatchObject([{ user: { id: performerId }, onlineStatus: 5 }])
    const count = await get("/user/count?onlineStatus=vip")
    expect(count.body["count"]).toBeGreaterThan(0)
    const typed = username.slice(0, 8)
    const suggested = await get(`/user/autocomplete?username=${typed}`)
    expect(suggested.body["performers"]).toContainEqual({ id: performerId, username })
    expect(await get("/user/find?hairColor=green")).toMatchObject({
      status: 400,
      body: { label: "badRequest.hairColor", fields: [{ field: "hairColor", label: "unknown" }] },
    })
  })

  it("lists the categories with their texts in both languages [API-031]", async () => {
    const { body } = await get("/featured/categories")
    const categories = body as unknown as ReadonlyArray<{
      readonly slug: string
      readonly meta: Readonly<Record<"nl" | "en", { readonly main: { readonly title: string } }>>
    }>
    expect(categories.map(({ slug }) => slug)).toEqual(
      expect.arrayContaining(["toy-shows", "new-cams", "free-cams", "18-24"]),
    )
    for (const { meta } of categories) {
      expect(meta.nl.main.title).not.toBe("")
      expect(meta.nl.main.title).not.toBe(meta.en.main.title)
    }
  })

  it("shows a performer's albums and each one's photos [API-061] [API-062]", async () => {
    const { performerId, albumId } = await state("a performer with albums")
    const { body } = await get(`/media/albums/${performerId}?lang=en`)
    expect(body).toMatchObject({ albums: [{ id: albumId, name: "By the sea", count: 2 }] })
    const album = await get(`/media/album/${performerId}/${albumId}?lang=nl`)
    expect(album.body).toMatchObject({ id: albumId, name: "Aan zee" })
    expect(album.body["photos"]).toHaveLength(2)
    expect((await get(`/media/album/${performerId}/none`)).status).toBe(404)
    expect((await get("/media/albums/nobody")).status).toBe(404)
    const none = await state("a performer")
    expect((await get(`/media/albums/${none.performerId}`)).body).toEqual({ albums: [] })
  })
})

describe("a member's favourites", () => {
  const listed = async (token: string) =>
    (await backend.call("GET", "/favourite", { token })).body["favourites"]

  it("are added once and removed once, and every change is announced [PROFILE-11] [PROFILE-14]", async () => {
    const { performerId } = await state("a performer")
    const { token } = await state("a logged-in member")
    const listener = await backend.listen(token)
    const change = (method: "POST" | "DELETE") =>
      backend.call(method, "/favourite", { token, body: { performerId } })
    expect((await change("POST")).status).toBe(200)
    expect((await change("POST")).status).toBe(200)
    expect(await listed(token)).toEqual([{ performerId }])
    expect((await change("DELETE")).status).toBe(200)
    expect((await change("DELETE")).status).toBe(200)
    expect(await listed(token)).toEqual([])
    await change("POST")
    await listener.until(3)
    expect(listener.heard).toEqual([
      ["favourite-add", { performerId }],
      ["favourite-remove", { performerId }],
      ["favourite-add", { performerId }],
    ])
    listener.socket.disconnect()
  })

  it("are removed by the query too, and refused without a name", async () => {
    const { token, performerId } = await state("a favourite")
    expect(await listed(token)).toEqual([{ performerId }])
    const remove = (query: string) => backend.call("DELETE", `/favourite${query}`, { token })
    expect(await remove("")).toMatchObject({
      status: 400,
      body: { label: "badRequest.performerId" },
    })
    expect((await remove(`?performerId=${performerId}`)).status).toBe(200)
    expect(await listed(token)).toEqual([])
    const body = { performerId: "nobody" }
    expect((await backend.call("POST", "/favourite", { token, body })).status).toBe(404)
  })

  it("are not kept for guests [PROFILE-11]", async () => {
    const { performerId } = await state("a performer")
    for (const method of ["POST", "DELETE"]) {
      expect(await backend.call(method, "/favourite", { body: { performerId } })).toMatchObject({
        status: 401,
      })
    }
  })
})
