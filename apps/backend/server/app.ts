/**
 * The routes: which call answers which method and path. Everything about a call itself is in call.ts and
 * rest/.
 */
import { getConnInfo } from "@hono/node-server/conninfo"
import { Effect, type Redacted } from "effect"
import { type Context, Hono } from "hono"
import { bodyLimit } from "hono/body-limit"
import { parseJson } from "@foldcast/contracts/upstream/parse-json"
import { postActivate, postResendActivation } from "../rest/activation.ts"
import { postBankCallback } from "../rest/bank-callback.ts"
import {
  postAction,
  postCamBack,
  postChatError,
  postChatJoin,
  postLeave,
  postTip,
  postWatch,
  putLeave,
  putSetLobby,
} from "../rest/chat.ts"
import {
  deleteStreamKey,
  getDeskList,
  getDeskRoom,
  postDeskAct,
  postDeskMedia,
  postDeskStill,
  postStreamKey,
} from "../rest/desk.ts"
import { getLiveStill } from "../rest/live-still.ts"
import { postForgotPassword } from "../rest/forgot-password.ts"
import { getLander } from "../rest/lander.ts"
import { postLogin } from "../rest/log-in.ts"
import { getPicture } from "../rest/media.ts"
import { postAuthorise, postMediaEvent } from "../rest/media-hooks.ts"
import { getDeletedAccounts } from "../rest/deleted-accounts.ts"
import { deleteFavourite, getFavourites, postFavourite } from "../rest/favourites.ts"
import { getBasicInfo, getCredits } from "../rest/member-info.ts"
import { getMovements } from "../rest/movements.ts"
import { getPartnerFile } from "../rest/partner.ts"
import {
  deletePasskey,
  getPasskeys,
  postPasskey,
  postPasskeyChallenge,
  postPasskeyRegistration,
} from "../rest/passkeys.ts"
import { getPaymentSession, postPaymentSession } from "../rest/payment-session.ts"
import { getAutocomplete, getCategories, getCount, getFind } from "../rest/performers.ts"
import { getAlbum, getAlbums, getProfile } from "../rest/profile.ts"
import { postProviderState } from "../rest/provider-states.ts"
import { postMember } from "../rest/register.ts"
import { deleteMember, putMember } from "../rest/update-member.ts"
import { getUsernameSuggestions, postChangeUsername } from "../rest/username.ts"
import { getBundles, getPaymentOptions, getWallet } from "../rest/wallet.ts"
import { type IncomingCall, responding } from "../rest/call.ts"
import { getLiveness, getReadiness } from "./health.ts"
import { badRequest, notFound, Refused } from "../http/refused.ts"

const MEMBER_API = {
  "POST /member": postMember,
  "PUT /member": putMember,
  "DELETE /member": deleteMember,
  "POST /login": postLogin,
  "POST /forgot-password": postForgotPassword,
  "POST /activate": postActivate,
  "POST /resend-activation": postResendActivation,
  "POST /change-username": postChangeUsername,
  "GET /username/suggestions": getUsernameSuggestions,
  "GET /passkeys": getPasskeys,
  "POST /passkeys": postPasskey,
  "DELETE /passkeys": deletePasskey,
  "POST /passkeys/challenge": postPasskeyChallenge,
  "POST /passkeys/registration": postPasskeyRegistration,
  "GET /lander": getLander,
  "GET /deleted-accounts": getDeletedAccounts,
  "GET /basic-info": getBasicInfo,
  "GET /credits": getCredits,
  "GET /favourite": getFavourites,
  "POST /favourite": postFavourite,
  "DELETE /favourite": deleteFavourite,
  "GET /wallet": getWallet,
  "GET /wallet/movements": getMovements,
  "GET /bundles": getBundles,
  "GET /payment/options": getPaymentOptions,
  "POST /payment/session": postPaymentSession,
  "GET /payment/session/:id": getPaymentSession,
  "POST /chat/join": postChatJoin,
  "POST /tip": postTip,
} as const

const PERFORMER_SERVICE = {
  "GET /featured/categories": getCategories,
  "GET /user/find": getFind,
  "GET /user/count": getCount,
  "GET /user/autocomplete": getAutocomplete,
  "GET /profile/:id": getProfile,
  "GET /media/albums/:id": getAlbums,
  "GET /media/album/:id/:albumId": getAlbum,
  "GET /performers/:id/still": getLiveStill,
  "PUT /chat/set-lobby": putSetLobby,
  "POST /chat/leave": postLeave,
  "PUT /chat/leave": putLeave,
  "POST /chat/action": postAction,
  "POST /chat/watch": postWatch,
  "POST /chat/cam-back": postCamBack,
  "POST /chat/error": postChatError,
} as const

const CALLS = { ...MEMBER_API, ...PERFORMER_SERVICE }
type Route = keyof typeof CALLS
const ROUTES = Object.keys(CALLS) as ReadonlyArray<Route>

/** What every call needs of the rest of the backend. */
export type BackendServices = Effect.Services<
  | ReturnType<(typeof CALLS)[Route]>
  | ReturnType<typeof postBankCallback>
  | ReturnType<typeof postProviderState>
  | ReturnType<typeof getPicture>
  | ReturnType<(typeof DESK)[keyof typeof DESK]>
  | ReturnType<typeof postAuthorise>
  | ReturnType<typeof postMediaEvent>
  | typeof getReadiness
>
export type RunBackendCall = (
  call: Effect.Effect<Response, never, BackendServices>,
) => Promise<Response>

/** Bytes; the largest call is a fraction of it. */
const MAX_BODY_BYTES = 16_384

const refuse = (refused: Refused) => responding(Effect.fail(refused))

/** The one character that no text in the database can hold. */
const NUL = "\u0000"

const withoutNul = (key: string, value: unknown): unknown => {
  if (key.includes(NUL) || (typeof value === "string" && value.includes(NUL)))
    throw new Error("NUL")
  return value
}

const parsed = (bytes: Uint8Array): unknown => {
  if (bytes.length === 0) return null
  const read = parseJson(bytes, withoutNul)
  return read._tag === "Value" ? read.value : undefined
}

const bytesOf = async ({ req }: Context) => new Uint8Array(await req.arrayBuffer())

const namesNul = ({ req }: Context) => req.url.includes("%00")

const isEmpty = ({ req }: Context) =>
  req.header("transfer-encoding") === undefined && (req.header("content-length") ?? "0") === "0"

/** A call without a body has no type either. */
const isJson = (context: Context) => {
  const type = context.req.header("content-type")
  return type === undefined
    ? isEmpty(context)
    : /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/iu.test(type)
}

const incomingOf = async (context: Context): Promise<IncomingCall> => ({
  headers: context.req.raw.headers,
  query: new URL(context.req.url).searchParams,
  id: context.req.param("id") ?? "",
  albumId: context.req.param("albumId") ?? "",
  peer: getConnInfo(context).remote.address ?? "",
  json: context.req.method === "GET" ? null : parsed(await bytesOf(context)),
})

const DESK = {
  "GET /desk/performers": getDeskList,
  "GET /desk/performers/:id": getDeskRoom,
  "POST /desk/performers/:id": postDeskAct,
  "POST /desk/performers/:id/media": postDeskMedia,
  "POST /desk/performers/:id/still": postDeskStill,
  "POST /desk/performers/:id/stream-key": postStreamKey,
  "DELETE /desk/performers/:id/stream-key": deleteStreamKey,
} as const

const MEDIA_HOOKS = {
  "POST /media/authorise": postAuthorise,
  "POST /media/events": postMediaEvent,
} as const

export interface Doors {
  readonly providerStates: boolean
  /** Null: there is no desk. */
  readonly deskKey: Redacted.Redacted | null
  /** Null: no media engine asks. */
  readonly mediaKey: Redacted.Redacted | null
}

export const makeBackendApp = (
  run: RunBackendCall,
  { providerStates, deskKey, mediaKey }: Doors,
) => {
  const app = new Hono()
  app.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: () => run(refuse(new Refused({ status: 413, label: "tooLarge" }))),
    }),
  )
  app.get("/health/live", getLiveness)
  app.get("/health/ready", () => run(getReadiness))
  app.post("/callbacks/bank", async (context) =>
    run(postBankCallback(context.req.raw.headers, await bytesOf(context))),
  )
  app.get("/partners/:brand/common/:file", (context) =>
    getPartnerFile(context.req.param("brand"), `/common/${context.req.param("file")}`),
  )
  if (providerStates) {
    app.post("/_states", async (context) => run(postProviderState(await context.req.json())))
  }
  const answer = (
    route: string,
    call: (incoming: IncomingCall) => Effect.Effect<Response, never, BackendServices>,
  ) => {
    const [method = "", path = ""] = route.split(" ")
    app.on(method, path, async (context) => {
      if (namesNul(context)) return run(refuse(badRequest("parameter")))
      return method === "GET" || isJson(context)
        ? run(call(await incomingOf(context)))
        : run(refuse(new Refused({ status: 415, label: "unsupportedMediaType" })))
    })
  }
  for (const route of ROUTES) answer(route, CALLS[route])
  if (deskKey !== null) {
    for (const [route, call] of Object.entries(DESK)) {
      answer(route, (incoming) => call(deskKey, incoming))
    }
  }
  if (mediaKey !== null) {
    for (const [route, call] of Object.entries(MEDIA_HOOKS)) {
      answer(route, (incoming) => call(mediaKey, incoming))
    }
  }
  // After the calls, of which some stand under /media too.
  app.get("/media/*", async (context) =>
    run(
      getPicture(
        new URL(context.req.url).pathname.slice("/media/".length),
        context.req.header("accept") ?? null,
      ),
    ),
  )
  app.notFound(() => run(refuse(notFound())))
  app.onError(() => new Response("{}", { status: 500 }))
  return app
}
