/** The backend's HTTP app: all doors, what holds for every call, and health. */
import type { Effect, Redacted } from "effect"
import { Hono } from "hono"
import { bodyLimit } from "hono/body-limit"
import { notFound, Refused } from "../http/refused.ts"
import { activationDoor } from "../rest/activation.ts"
import { bankCallbackDoor } from "../rest/bank-callback.ts"
import { chatDoor } from "../rest/chat.ts"
import { deletedAccountsDoor } from "../rest/deleted-accounts.ts"
import { type Door, refusedCall, type RunCallIn } from "../rest/door.ts"
import { deskDoor } from "../rest/desk.ts"
import { favouritesDoor } from "../rest/favourites.ts"
import { forgotPasswordDoor } from "../rest/forgot-password.ts"
import { landerDoor } from "../rest/lander.ts"
import { liveStillDoor } from "../rest/live-still.ts"
import { logInDoor } from "../rest/log-in.ts"
import { mediaHooksDoor } from "../rest/media-hooks.ts"
import { mediaDoor } from "../rest/media.ts"
import { memberInfoDoor } from "../rest/member-info.ts"
import { movementsDoor } from "../rest/movements.ts"
import { partnerDoor } from "../rest/partner.ts"
import { passkeysDoor } from "../rest/passkeys.ts"
import { paymentSessionDoor } from "../rest/payment-session.ts"
import { performersDoor } from "../rest/performers.ts"
import { profileDoor } from "../rest/profile.ts"
import { providerStatesDoor } from "../rest/provider-states.ts"
import { registerDoor } from "../rest/register.ts"
import { updateMemberDoor } from "../rest/update-member.ts"
import { usernameDoor } from "../rest/username.ts"
import { walletDoor } from "../rest/wallet.ts"
import { getLiveness, getReadiness } from "./health.ts"

const DOORS = [
  bankCallbackDoor,
  activationDoor,
  chatDoor,
  deletedAccountsDoor,
  favouritesDoor,
  forgotPasswordDoor,
  landerDoor,
  liveStillDoor,
  logInDoor,
  memberInfoDoor,
  movementsDoor,
  passkeysDoor,
  paymentSessionDoor,
  performersDoor,
  profileDoor,
  registerDoor,
  updateMemberDoor,
  usernameDoor,
  walletDoor,
] as const

type ServicesOf<D> = D extends Door<infer R> ? R : never

/** The services that the calls of all doors use. */
export type BackendServices =
  | ServicesOf<(typeof DOORS)[number]>
  | ServicesOf<ReturnType<typeof deskDoor>>
  | ServicesOf<ReturnType<typeof mediaHooksDoor>>
  | ServicesOf<typeof providerStatesDoor>
  | ServicesOf<typeof mediaDoor>
  | Effect.Services<typeof getReadiness>

/** Bytes; the largest call is a fraction of it. */
const MAX_BODY_BYTES = 16_384

export interface OptionalDoors {
  readonly providerStates: boolean
  /** Null: there is no desk. */
  readonly deskKey: Redacted.Redacted | null
  /** Null: no media engine asks. */
  readonly mediaKey: Redacted.Redacted | null
}

export const makeBackendApp = (
  run: RunCallIn<BackendServices>,
  { providerStates, deskKey, mediaKey }: OptionalDoors,
) => {
  const app = new Hono()
  app.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: () => run(refusedCall(new Refused({ status: 413, label: "tooLarge" }))),
    }),
  )
  app.get("/health/live", getLiveness)
  app.get("/health/ready", () => run(getReadiness))
  app.route("/", partnerDoor())
  for (const door of DOORS) app.route("/", door(run))
  if (providerStates) app.route("/", providerStatesDoor(run))
  if (deskKey !== null) app.route("/", deskDoor(deskKey)(run))
  if (mediaKey !== null) app.route("/", mediaHooksDoor(mediaKey)(run))
  // Last, because some calls stand under /media too.
  app.route("/", mediaDoor(run))
  app.notFound(() => run(refusedCall(notFound())))
  app.onError(() => new Response("{}", { status: 500 }))
  return app
}
