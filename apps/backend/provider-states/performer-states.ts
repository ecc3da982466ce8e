/** The states about performers; each creates new performers. */
import { Clock, Effect } from "effect"
import { Broadcasts } from "../chat/engine/broadcasts.ts"
import { livePath } from "../chat/engine/engine-connections.ts"
import { StillStore } from "../chat/still-store.ts"
import { modeOfStatus } from "../chat/room-model/mode-bits.ts"
import { ChatRooms } from "../chat/room-service/chat-rooms.ts"
import { SqlDatabase } from "../db/database.ts"
import { addFavourite } from "../favourites/favourite-store.ts"
import { BackendIds } from "../ids.ts"
import { pictureUrl } from "../media/picture-name.ts"
import { renderSvg } from "../media/render.ts"
import { insertPerformers, setOnlineStatus } from "../performers/performer-store.ts"
import type { StoredAlbum, Performer } from "../performers/performer.ts"
import { givenLoggedIn, type StateParams } from "./member-states.ts"

const DAY_MS = 86_400_000

const EXAMPLE: Omit<Performer, "id" | "username" | "pictures"> = {
  dateOfBirth: "1998-04-30",
  gender: "female",
  rating: 87,
  onlineStatus: 1,
  languages: ["nl", "en"],
  cybertoy: 3,
  firstCamSession: null,
  lastCamSession: null,
  ethnicity: "european",
  hairColor: "brown",
  physique: "athletic",
  shaved: "partly",
  piercings: "ears",
  breastSize: 5,
  penisSize: null,
  about: {
    nl: { description: "Houdt van muziek.", city: "Utrecht", motto: "Rustig aan." },
    en: { description: "Likes music.", city: "Utrecht", motto: "Take it easy." },
  },
}

/** A picture that the media host really serves. */
const pictureOf = (owner: string, name: string, plain = false) => ({
  path: pictureUrl({ owner, name, plain }),
  colour: "#8090a0",
})

const photosOf = (id: string): StoredAlbum["photos"] =>
  ["1", "2"].map((photo) => ({
    id: photo,
    picture: pictureOf(id, photo),
    nonude: null,
    width: 1_200,
    height: 1_600,
  }))

const make = Effect.fnUntraced(function* (
  params: StateParams,
  withAlbums: boolean,
  own: Partial<Pick<Performer, "rating" | "languages">> & {
    /** What her name begins with, before its end that nobody else's has. */
    readonly name?: string
    readonly firstCamDaysAgo?: number
  } = {},
) {
  const { name = "Contract", firstCamDaysAgo = 3, ...told } = own
  const id = (yield* BackendIds).next("p")
  const { username = `${name}${id.slice(2).replaceAll(/[^a-z\d]/giu, "x")}` } = params
  const now = yield* Clock.currentTimeMillis
  const album = { id: "1", name: { nl: "Aan zee", en: "By the sea" }, photos: photosOf(id) }
  yield* insertPerformers(yield* SqlDatabase, [
    {
      ...EXAMPLE,
      ...told,
      id,
      username,
      onlineStatus: params.onlineStatus ?? EXAMPLE.onlineStatus,
      firstCamSession: now - firstCamDaysAgo * DAY_MS,
      lastCamSession: now,
      pictures: {
        snapshot: pictureOf(id, "0"),
        nonude: pictureOf(id, "0", true),
        cover: pictureOf(id, "cover"),
        away: null,
        coverVideo: null,
        images: [pictureOf(id, "1")],
        albums: withAlbums ? [album] : [],
      },
    },
  ])
  return { performerId: id, username, albumId: album.id }
})

export const givenPerformer = (params: StateParams) => make(params, false)
/** Last in every list, so that other states' pages do not change. */
export const performerInFreeChat = (params: StateParams) =>
  make({ ...params, onlineStatus: 3 }, false, { rating: 1, languages: ["nl"] })
/** Publishes and sends the still as a desk does that acts for the performer. */
export const performerWithStill = Effect.fnUntraced(function* (params: StateParams) {
  const made = yield* performerInFreeChat(params)
  const { performerId } = made
  const stills = yield* StillStore
  yield* (yield* ChatRooms).hold(performerId)
  ;(yield* Broadcasts).published(livePath(performerId))
  const picture = { owner: performerId, name: "0", plain: false }
  const jpeg = yield* Effect.promise(() => renderSvg({ picture, size: "200x150" }, "jpeg"))
  stills.keep(performerId, { stretch: stills.stretchOf(performerId) ?? "", isPlain: false, jpeg })
  return made
})
export const givenPerformerWithAlbums = (params: StateParams) => make(params, true)

/** For the named performer, otherwise for a new one. */
export const performerStatus = Effect.fnUntraced(function* (params: StateParams) {
  const performerId = params.performerId ?? (yield* make({}, false)).performerId
  const status = params.onlineStatus ?? EXAMPLE.onlineStatus
  const at = new Date(yield* Clock.currentTimeMillis)
  const mode = modeOfStatus(status)
  const host = (yield* ChatRooms).host(performerId)
  // An open room switches too.
  if (mode !== "vip") host.switchTo(mode)
  yield* setOnlineStatus(yield* SqlDatabase, performerId, status, at)
  return { performerId }
})

/** The performer's next act: for the viewer who waits for VIP, or for everybody. */
export const performerAct = Effect.fnUntraced(function* (params: StateParams) {
  const { performerId = "", act, message = null } = params
  const host = (yield* ChatRooms).host(performerId)
  const waiting = host.viewers().find(({ waitsForVip }) => waitsForVip)
  if (act === "accept" && waiting !== undefined) host.accept(waiting.session)
  if (act === "decline" && waiting !== undefined) host.decline(waiting.session, message)
  if (act === "stopVip") host.stopVip(null)
  if (act === "say") host.say(message ?? "", null)
  if (act === "announce") host.announce(message ?? "")
  if (act === "kick") {
    const sentOut = host.viewers().filter(({ nickname }) => nickname === message)
    for (const { session } of sentOut) host.kick(session, "kicked")
  }
  return { performerId }
})

export const performersOnline = Effect.fnUntraced(function* () {
  // Each order differs from the others, from that in which they were made, and from the recommended one without
  // language.
  const online = (
    onlineStatus: NonNullable<StateParams["onlineStatus"]>,
    own: Parameters<typeof make>[2],
  ) => make({ onlineStatus }, false, own)
  yield* online(0, { rating: 99, name: "ÉContract", firstCamDaysAgo: 3 })
  yield* online(1, { rating: 98, name: "Dcontract", firstCamDaysAgo: 5 })
  yield* online(3, { rating: 97, name: "Contract", firstCamDaysAgo: 4, languages: ["nl"] })
  yield* online(3, { rating: 40, name: "Bcontract", firstCamDaysAgo: 2 })
  return yield* online(3, { name: "aContract", firstCamDaysAgo: 6 })
})

export const favourite = Effect.fnUntraced(function* (params: StateParams) {
  const { performerId } = yield* make({}, false)
  const member = yield* givenLoggedIn(params)
  const at = new Date(yield* Clock.currentTimeMillis)
  yield* addFavourite(yield* SqlDatabase, member.memberId, performerId, at)
  return { ...member, performerId }
})
