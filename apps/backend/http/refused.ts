/** The one way a call is refused: a status other than 200 and a label (API-003). */
import { Data, Effect } from "effect"
import {
  KEY_REFUSED_LABEL,
  MEMBER_GONE_LABEL,
  TOKEN_REFUSED_LABEL,
} from "@foldcast/contracts/upstream/member-api"

import { RETRY_STORING_SECONDS } from "@foldcast/limits/storage-level"

export interface RefusedField {
  readonly field: string
  readonly label: string
}

export class Refused extends Data.TaggedError("Refused")<{
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 503
  readonly label: string
  readonly fields?: ReadonlyArray<RefusedField>
  /** With 429 and 503: whole seconds after which a retry may succeed. */
  readonly retryAfterSeconds?: number
  /** Seconds for the text that the person reads, beside the label. */
  readonly waitSeconds?: number
}> {}

export const apiKeyRefused = () => new Refused({ status: 401, label: KEY_REFUSED_LABEL })
export const unauthorized = () => new Refused({ status: 401, label: TOKEN_REFUSED_LABEL })
export const forbidden = () => new Refused({ status: 403, label: MEMBER_GONE_LABEL })
export const notFound = () => new Refused({ status: 404, label: "notFound" })
/** The disk is nearly full; a retry may succeed. */
export const storageFull = () =>
  new Refused({ status: 503, label: "unavailable", retryAfterSeconds: RETRY_STORING_SECONDS })
export const badRequest = (what: string, fields?: ReadonlyArray<RefusedField>) =>
  new Refused({
    status: 400,
    label: `badRequest.${what}`,
    ...(fields !== undefined && { fields }),
  })

/** Fails with the refusal, if there is one. */
export const failIfRefused = (refusal: Refused | null): Effect.Effect<void, Refused> =>
  refusal === null ? Effect.void : Effect.fail(refusal)
