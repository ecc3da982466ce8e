/** A performer's profile with pictures, as the scripted gateway answers, for the profile's browser tests. */
import type { Page } from "playwright-core"
import type {
  AlbumPhotos,
  AlbumsList,
  PerformerDetails,
  PerformerProfile,
  Photo,
} from "@foldcast/contracts/queries/performers"
import type { Event } from "@foldcast/contracts/stream/event"
import type { Locale } from "@foldcast/contracts/units"
import { performer, performersAnswer } from "./performers.fixture.ts"
import type { QueryAnswer, QueryAnswers, GatewayScript } from "./scripted-gateway.fixture.ts"
import type { Screen, SitePages } from "./site-pages.fixture.ts"

const NOTHING_TOLD: PerformerDetails = {
  dateOfBirth: "1999-05-02",
  languageBitflag: null,
  city: null,
  description: null,
  breastSize: null,
  penisSize: null,
  decency: null,
  drinks: null,
  ethnicity: null,
  eyeColor: null,
  food: null,
  gender: null,
  hairColor: null,
  hobbies: null,
  kinkyAttributes: [],
  lifeGoal: null,
  luckyNumber: null,
  manType: null,
  motto: null,
  music: null,
  nicestAboutMe: null,
  nicestAboutMen: null,
  orientation: null,
  personality: null,
  pets: null,
  physique: null,
  piercings: null,
  relationship: null,
  sexLocation: null,
  sexPosition: null,
  sexualPreference: null,
  shaved: null,
  showType: null,
  smoking: null,
  tattoo: null,
  turnoff: null,
  webcamming: null,
  zodiac: null,
}

/** The home page's list, in which Mila is the third of five. */
export const LIST = ["Lisa", "Noor", "Mila", "Luna", "Sky"].map((username, index) =>
  performer(index, { username, performerId: `p_${username.toLowerCase()}` }),
)
export const MILA_ID = "p_mila"

const picture = (name: string) => ({ url: `/media/mila/snapshots/${name}.jpg`, colour: "#5a4a78" })

export const profile = (changed: Partial<PerformerProfile> = {}): PerformerProfile => ({
  at: Date.now(),
  ...performer(3, { username: "Mila", performerId: MILA_ID }),
  onlineStatus: 3,
  rating: 92,
  age: 27,
  languages: ["en", "nl", "dk"],
  cybertoy: 3,
  picture: picture("0"),
  nonude: picture("0-nonude"),
  cover: picture("cover"),
  coverVideo: "https://films.example/mila/cover.mp4",
  images: [picture("1"), picture("2")],
  details: {
    ...NOTHING_TOLD,
    description: "Leuk dat je er bent! Vertel me over je dag.",
    motto: "Eerst lachen, dan verder.",
    nicestAboutMe: "Dat ik goed luister.",
    city: "Utrecht",
    gender: "female",
    ethnicity: "mixed",
    hairColor: "brown",
    physique: "athletic",
    breastSize: 3,
    shaved: "partly",
    piercings: "ears",
    hobbies: "Dansen, tekenen",
    luckyNumber: "7",
  },
  ...changed,
})

/** A performer without any details. */
export const quietProfile = (): PerformerProfile =>
  profile({
    cover: null,
    coverVideo: null,
    images: [],
    languages: [],
    cybertoy: 0,
    onlineStatus: 0,
    details: NOTHING_TOLD,
  })

export const ALBUMS: AlbumsList = {
  albums: [
    { albumId: "1", name: "Vakantie", count: 3, cover: picture("1") },
    { albumId: "2", name: "In de studio", count: 2, cover: picture("4") },
  ],
}

const photo = (number: number, hasPlain = true): Photo => ({
  photoId: String(number),
  picture: picture(String(number)),
  nonude: hasPlain ? picture(`${number}-nonude`) : null,
  width: 900,
  height: 1_200,
})

/** The second photo of the first album has no variant for no-nude mode. */
const PHOTOS: Readonly<Record<string, AlbumPhotos>> = {
  "1": { albumId: "1", name: "Vakantie", photos: [photo(1), photo(2, false), photo(3)] },
  "2": { albumId: "2", name: "In de studio", photos: [photo(4), photo(5)] },
}

/** The answers to all requests of a profile; `shown` answers for Mila. */
export const answersWith =
  (shown: () => QueryAnswer | undefined): QueryAnswers =>
  ({ pathname, href }) => {
    if (pathname === "/api/categories") return { body: { categories: [] } }
    if (pathname === "/api/performers") return performersAnswer(LIST, new URL(href))
    if (pathname === "/api/performers/Mila") return shown()
    const other = LIST.find(({ username }) => pathname === `/api/performers/${username}`)
    if (other !== undefined) return { body: profile({ ...other, images: [] }) }
    if (pathname === `/api/albums/${MILA_ID}`) return { body: ALBUMS }
    const album = PHOTOS[pathname.split("/")[4] ?? ""]
    if (pathname.startsWith("/api/albums/") && album !== undefined) return { body: album }
    return pathname.startsWith("/api/albums/") ? { body: { albums: [] } } : undefined
  }

export const profileScript = (
  events: ReadonlyArray<Event>,
  changed: Partial<GatewayScript> & { readonly profile?: PerformerProfile } = {},
): GatewayScript => {
  const { profile: shown = profile(), ...script } = changed
  return { events, queries: answersWith(() => ({ body: shown })), ...script }
}

export const profileUrl = (locale: Locale): string =>
  locale === "nl" ? "/profile/Mila" : "/en/profile/Mila"

export const openProfile = (
  pages: SitePages,
  script: GatewayScript,
  screen: Screen = {},
): Promise<Page> => pages.open(script, { path: "/profile/Mila", ...screen })
