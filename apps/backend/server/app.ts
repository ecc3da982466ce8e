/**
 * The backend's HTTP app: all routes, what holds for every call, and health. The calls of the member API are an app of
 * their own too, for requests that came another way.
 */
import type { Effect, Redacted } from "effect"
import { Hono } from "hono"
import { bodyLimit } from "hono/body-limit"
import { MAX_ATTACHMENT_BYTES } from "@foldcast/contracts/private-message"
import { notFound, Refused } from "../http/refused.ts"
import { activationRoutes } from "../rest/activation.ts"
import { bankCallbackRoutes } from "../rest/bank-callback.ts"
import { dialInRoutes } from "../rest/dial-in.ts"
import { chatRoutes, memberChatRoutes } from "../rest/chat.ts"
import { deletedAccountsRoutes } from "../rest/deleted-accounts.ts"
import { type Routes, refusedCall, type RunCallIn } from "../rest/routes.ts"
import { blocksRoutes } from "../rest/blocks.ts"
import { deskRoutes } from "../rest/desk.ts"
import { favouritesRoutes } from "../rest/favourites.ts"
import { inboxRoutes } from "../rest/inbox.ts"
import { liveAlertsRoutes } from "../rest/live-alerts.ts"
import { forgotPasswordRoutes } from "../rest/forgot-password.ts"
import { landerRoutes } from "../rest/lander.ts"
import { liveStillRoutes } from "../rest/live-still.ts"
import { logInRoutes } from "../rest/log-in.ts"
import { mediaHooksRoutes } from "../rest/media-hooks.ts"
import { mediaFileRoutes } from "../rest/media.ts"
import { memberInfoRoutes } from "../rest/member-info.ts"
import { movementsRoutes } from "../rest/movements.ts"
import { partnerRoutes } from "../rest/partner.ts"
import { passkeysRoutes } from "../rest/passkeys.ts"
import { paymentSessionRoutes } from "../rest/payment-session.ts"
import { phoneCallbackRoutes } from "../rest/phone-callback.ts"
import { performersRoutes } from "../rest/performers.ts"
import { profileRoutes } from "../rest/profile.ts"
import { providerStatesRoutes } from "../rest/provider-states.ts"
import { reportDecisionRoutes } from "../rest/report-decisions.ts"
import { reportsRoutes } from "../rest/reports.ts"
import { registerRoutes } from "../rest/register.ts"
import { updateMemberRoutes } from "../rest/update-member.ts"
import { usernameRoutes } from "../rest/username.ts"
import { spendingRoutes } from "../rest/spending.ts"
import { walletRoutes } from "../rest/wallet.ts"
import { getLiveness, getReadiness } from "./health.ts"

const MEMBER_API_ROUTES = [
  activationRoutes,
  blocksRoutes,
  deletedAccountsRoutes,
  dialInRoutes,
  favouritesRoutes,
  liveAlertsRoutes,
  forgotPasswordRoutes,
  landerRoutes,
  logInRoutes,
  memberChatRoutes,
  memberInfoRoutes,
  movementsRoutes,
  passkeysRoutes,
  paymentSessionRoutes,
  registerRoutes,
  reportsRoutes,
  updateMemberRoutes,
  usernameRoutes,
  spendingRoutes,
  walletRoutes,
] as const

const OTHER_ROUTES = [
  bankCallbackRoutes,
  chatRoutes,
  inboxRoutes,
  liveStillRoutes,
  performersRoutes,
  phoneCallbackRoutes,
  profileRoutes,
] as const

type ServicesOf<D> = D extends Routes<infer R> ? R : never

/** The services that the calls of all routes use. */
export type BackendServices =
  | ServicesOf<(typeof MEMBER_API_ROUTES)[number]>
  | ServicesOf<(typeof OTHER_ROUTES)[number]>
  | ServicesOf<ReturnType<typeof deskRoutes>>
  | ServicesOf<ReturnType<typeof reportDecisionRoutes>>
  | ServicesOf<ReturnType<typeof mediaHooksRoutes>>
  | ServicesOf<typeof providerStatesRoutes>
  | ServicesOf<typeof mediaFileRoutes>
  | Effect.Services<typeof getReadiness>

/** Bytes; the largest call is a fraction of it. */
const MAX_BODY_BYTES = 16_384
/** A message's picture in base64, with what stands around it. */
const MAX_MESSAGE_BODY_BYTES = Math.ceil(MAX_ATTACHMENT_BYTES / 3) * 4 + 1_024

export interface OptionalRoutes {
  readonly providerStates: boolean
  /** Null: there is no desk. */
  readonly deskKey: Redacted.Redacted | null
  /** Null: no media engine asks. */
  readonly mediaKey: Redacted.Redacted | null
  /** Null: nobody reads reports. */
  readonly reportsKey: Redacted.Redacted | null
}

/** What holds for every call, however it came. */
const makeApp = (run: RunCallIn<BackendServices>) => {
  const app = new Hono()
  const limited = (maxSize: number) =>
    bodyLimit({
      maxSize,
      onError: () => run(refusedCall(new Refused({ status: 413, label: "tooLarge" }))),
    })
  const [calls, messages] = [limited(MAX_BODY_BYTES), limited(MAX_MESSAGE_BODY_BYTES)]
  app.use((context, next) => {
    const isMessage = context.req.method === "POST" && context.req.path.startsWith("/inbox/")
    return (isMessage ? messages : calls)(context, next)
  })
  app.notFound(() => run(refusedCall(notFound())))
  app.onError(() => new Response("{}", { status: 500 }))
  return app
}

/** The calls of the member API and nothing else. */
export const makeMemberApiApp = (run: RunCallIn<BackendServices>) => {
  const app = makeApp(run)
  for (const routes of MEMBER_API_ROUTES) app.route("/", routes(run))
  return app
}

export const makeBackendApp = (
  run: RunCallIn<BackendServices>,
  { providerStates, deskKey, mediaKey, reportsKey }: OptionalRoutes,
) => {
  const app = makeApp(run)
  app.get("/health/live", getLiveness)
  app.get("/health/ready", () => run(getReadiness))
  app.route("/", partnerRoutes())
  for (const routes of [...MEMBER_API_ROUTES, ...OTHER_ROUTES]) app.route("/", routes(run))
  if (providerStates) app.route("/", providerStatesRoutes(run))
  if (deskKey !== null) app.route("/", deskRoutes(deskKey)(run))
  if (reportsKey !== null) app.route("/", reportDecisionRoutes(reportsKey)(run))
  if (mediaKey !== null) app.route("/", mediaHooksRoutes(mediaKey)(run))
  // Last, because some calls stand under /media too.
  app.route("/", mediaFileRoutes(run))
  return app
}
