/**
 * `/api/performers/:username`, `/api/albums/:performerId` and `/api/albums/:performerId/:albumId`: answers by name
 * or id, missing where none has it.
 */
import { Clock, Effect, Result } from "effect"
import { isPerformerId } from "@foldcast/contracts/performer-id"
import type { PerformerProfile } from "@foldcast/contracts/queries/performers"
import { dayOf } from "@foldcast/rules/birthday"
import type { CallOutcome } from "../upstream/frame.ts"
import { albumShape, albumsShape } from "./album-shapes.ts"
import { findByNameQuery } from "./find-query.ts"
import { profileShape } from "./performer-shapes.ts"
import { localeIn } from "./performers-request.ts"
import {
  found,
  malformed,
  MISSING,
  MOVING,
  namedAnswer,
  type PublicAnswer,
  STANDING,
  UNAVAILABLE_ANSWER,
} from "./public-answer.ts"
import type { Sources } from "./sources.ts"

const MAX_NAME = 128
/** No name holds a control character, and databases reject them. */
const isName = (text: string) =>
  text.length >= 1 && text.length <= MAX_NAME && !/\p{Cc}/u.test(text)

/** An unavailable list proves nothing about the name; a 400 means that the name is impossible. */
const isNoName = (outcome: CallOutcome<unknown>) =>
  outcome._tag === "Refused" && outcome.status === 400

/** Looks up the id by name first, since profiles are found by id. */
export const performerProfile = Effect.fnUntraced(function* (
  { service, hosts }: Sources,
  username: string,
  query: URLSearchParams,
): Effect.fn.Return<PublicAnswer> {
  const lang = localeIn(query)
  if (Result.isFailure(lang)) return malformed(lang.failure.field)
  if (!isName(username)) return MISSING
  const asked = { lang: lang.success, noNude: false }
  const listed = yield* service.call({
    ...asked,
    call: "GET /user/find",
    query: findByNameQuery(username),
  })
  if (listed._tag !== "Answered") return isNoName(listed) ? MISSING : UNAVAILABLE_ANSWER
  const key = username.toLowerCase()
  const performer = listed.body.performers.find(({ user }) => user.username.toLowerCase() === key)
  if (performer === undefined) return MISSING
  const { outcome, at } = yield* service.hear({
    ...asked,
    call: "GET /profile/{id}",
    id: String(performer.user.id),
  })
  const showing = { hosts, today: dayOf(yield* Clock.currentTimeMillis) }
  return namedAnswer(outcome, (told) =>
    found({ at, ...profileShape(told, showing) } satisfies PerformerProfile, MOVING, "never"),
  )
})

/** The names of albums are in the requested language. */
export const performerAlbums = Effect.fnUntraced(function* (
  { service, hosts }: Sources,
  id: string,
  query: URLSearchParams,
): Effect.fn.Return<PublicAnswer> {
  const lang = localeIn(query)
  if (Result.isFailure(lang)) return malformed(lang.failure.field)
  if (!isPerformerId(id)) return MISSING
  const outcome = yield* service.call({
    call: "GET /media/albums/{id}",
    id,
    lang: lang.success,
    noNude: false,
  })
  return namedAnswer(outcome, (told) => found(albumsShape(told, hosts), STANDING, "never"))
})

export const performerAlbum = Effect.fnUntraced(function* (
  { service, hosts }: Sources,
  id: string,
  albumId: string,
  query: URLSearchParams,
): Effect.fn.Return<PublicAnswer> {
  const lang = localeIn(query)
  if (Result.isFailure(lang)) return malformed(lang.failure.field)
  if (!isPerformerId(id) || !isName(albumId)) return MISSING
  const outcome = yield* service.call({
    call: "GET /media/album/{id}/{albumId}",
    id,
    albumId,
    lang: lang.success,
    noNude: false,
  })
  return namedAnswer(outcome, (told) => found(albumShape(told, hosts), STANDING, "never"))
})
