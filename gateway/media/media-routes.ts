/**
 * Routes of WHEP and WHIP sessions, of live stills and of the performers' pictures. `GET …/still` has to be mounted
 * before the public queries, whose paths begin the same.
 */
import { Effect } from "effect"
import { Hono } from "hono"
import { type AppEnvironment, type Responder, whenGone } from "../http/responder.ts"
import { CamBacks } from "./cam-backs.ts"
import { LiveStills } from "./live-stills.ts"
import type { OfferedSessions } from "./offered-sessions.ts"
import { Pictures } from "./pictures.ts"
import { Watching } from "./watching.ts"

/** The path segments for offering and for ending sessions of one kind. */
interface OfferPaths {
  readonly offers: "watch" | "cam-back"
  readonly ends: "watching" | "cam-backs"
}

const offerRoutes = (
  { answer, ownDeletes, ownOffers, requesterOf }: Responder,
  { offers, ends }: OfferPaths,
  sessions: OfferedSessions,
) =>
  new Hono<AppEnvironment>()
    .post(`/api/rooms/:performerId/${offers}`, ownOffers, (context) =>
      answer(
        sessions.open({
          request: context.req.raw,
          performerId: context.req.param("performerId"),
          visit: context.req.query("visit"),
          isJoining: offers === "watch" && context.req.query("joining") === "1",
          ...requesterOf(context),
          isGone: () => context.env.outgoing.closed,
        }),
      ),
    )
    .delete(`/api/${ends}/:id`, ownDeletes, (context) =>
      answer(sessions.end(requesterOf(context), context.req.param("id"))),
    )

export const mediaRoutes = (responder: Responder) =>
  Effect.gen(function* () {
    const watching = yield* Watching
    const camBacks = yield* CamBacks
    const stills = yield* LiveStills
    const pictures = yield* Pictures

    return new Hono<AppEnvironment>()
      .route("/", offerRoutes(responder, { offers: "watch", ends: "watching" }, watching))
      .route("/", offerRoutes(responder, { offers: "cam-back", ends: "cam-backs" }, camBacks))
      .get("/api/performers/:performerId/still", responder.ownImages, (context) =>
        responder.answer(
          stills.get({
            performerId: context.req.param("performerId"),
            noNude: context.req.query("noNude") === "true",
            host: context.req.header("host"),
            address: responder.addressOf(context),
          }),
        ),
      )
      .get("/media/*", (context) =>
        responder.answer(
          pictures.get({
            path: context.env.incoming.url ?? "",
            accept: context.req.header("accept"),
            address: responder.addressOf(context),
            whenGone: (left) => {
              whenGone(context.env.outgoing, left)
            },
          }),
        ),
      )
  })
