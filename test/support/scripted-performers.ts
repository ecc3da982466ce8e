/**
 * The performer service of a scripted upstream: it knows the performers and categories that a test gives it, and
 * filters by name, id and page only; the full requests are in `ScriptedUpstream.received`.
 */
import type {
  GridPerformer,
  ProfileAnswer,
  UpstreamCategory,
} from "@foldcast/contracts/upstream/performer-service"

export const scriptedPerformer = (
  name: string,
  changed: Partial<GridPerformer> = {},
): GridPerformer => ({
  user: { id: `p_${name}`, username: name },
  rating: 80,
  onlineStatus: 1,
  dateOfBirth: "1998-04-30",
  languages: ["nl"],
  cybertoy: 0,
  snapshot: { url: `/media/p_${name}/snapshots/0.jpg`, colour: "#8090a0" },
  nonude: { url: `/media/p_${name}/snapshots/0-nonude.jpg`, colour: "#8090a0" },
  firstCamSession: null,
  lastCamSession: null,
  ...changed,
})

export const scriptedCategory = (
  slug: string,
  changed: Partial<UpstreamCategory> = {},
): UpstreamCategory => {
  const meta = (name: string) => ({
    name,
    mobileImageBg: null,
    main: { title: name, content: `${name}.` },
    h2Tabs: [],
  })
  return {
    slug,
    key: slug,
    position: 1,
    highlight: { active: true },
    filters: { gender: ["female"] },
    meta: { nl: meta(`${slug} nl`), en: meta(`${slug} en`) },
    ...changed,
  }
}

type Answer = readonly [status: number, body: unknown]

const NOT_FOUND: Answer = [404, { label: "notFound" }]

export class ScriptedPerformers {
  performers: ReadonlyArray<GridPerformer> = []
  /** By performer's id: profile fields beyond the card. */
  profiles: Readonly<Record<string, Partial<ProfileAnswer>>> = {}
  categories: ReadonlyArray<UpstreamCategory> = []
  /** By performer's id. */
  albums: Readonly<Record<string, ReadonlyArray<{ readonly id: string; readonly name: string }>>> =
    {}

  /** The call by its name in the contract; undefined if it is not a call of the performer service. */
  static callOf(method: string, path: string): string | undefined {
    if (method !== "GET") return undefined
    if (/^\/(?:featured\/categories|user\/(?:find|count|autocomplete))$/u.test(path)) {
      return `GET ${path}`
    }
    if (/^\/profile\/[^/]+$/u.test(path)) return "GET /profile/{id}"
    if (/^\/media\/albums\/[^/]+$/u.test(path)) return "GET /media/albums/{id}"
    return /^\/media\/album\/[^/]+\/[^/]+$/u.test(path)
      ? "GET /media/album/{id}/{albumId}"
      : undefined
  }

  answer(call: string, { pathname, searchParams }: URL): Answer {
    const [id = "", albumId = ""] = pathname.split("/").slice(call.includes("/media/") ? 3 : 2)
    switch (call) {
      case "GET /featured/categories":
        return [200, this.categories]
      case "GET /user/find":
        return [200, { performers: this.#find(searchParams) }]
      case "GET /user/count":
        return [200, { count: this.performers.length }]
      case "GET /user/autocomplete": {
        const typed = (searchParams.get("username") ?? "").toLowerCase()
        const performers = this.performers
          .map(({ user }) => user)
          .filter(({ username }) => username.toLowerCase().startsWith(typed))
        return [200, { performers }]
      }
      case "GET /profile/{id}":
        return this.#profile(id)
      case "GET /media/albums/{id}": {
        const albums = this.albums[id]?.map((album) => ({ ...album, count: 1, cover: null }))
        return albums === undefined ? NOT_FOUND : [200, { albums }]
      }
      default: {
        const album = this.albums[id]?.find((one) => one.id === albumId)
        const photo = { id: 1, picture: { url: `/media/${id}/snapshots/1.jpg` }, nonude: null }
        return album === undefined
          ? NOT_FOUND
          : [200, { ...album, photos: [{ ...photo, width: 3, height: 4 }] }]
      }
    }
  }

  #find(query: URLSearchParams): ReadonlyArray<GridPerformer> {
    const name = query.get("username")?.toLowerCase()
    const ids = query.get("ids")?.split(",")
    const [page, limit] = [Number(query.get("page") ?? 1), Number(query.get("limit") ?? 30)]
    return this.performers
      .filter(({ user }) => name === undefined || user.username.toLowerCase() === name)
      .filter(({ user }) => ids === undefined || ids.includes(String(user.id)))
      .slice((page - 1) * limit, page * limit)
  }

  #profile(id: string): Answer {
    const card = this.performers.find(({ user }) => user.id === id)
    if (card === undefined) return NOT_FOUND
    const { user, ...listed } = card
    const told = { cover: null, coverVideo: null, images: [], ...this.profiles[id] }
    return [200, { ...listed, ...user, ...told }]
  }
}
