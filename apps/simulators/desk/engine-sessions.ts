/**
 * WHIP (RFC 9725) and WHEP (draft-ietf-wish-whep-04) for the desk's pages: their offers go to the media engine with
 * the backend's token, and the addresses that end the sessions are kept here.
 *
 * Invariants: neither the token nor a session's address at the engine leaves this process; only the desk that opened
 * a session ends it. The sessions of a desk and of all desks are bounded: the oldest ends for a new one, and it is one
 * of the same desk where that has reached its own bound.
 */
import { randomBytes } from "node:crypto"
import { offerAddress, sessionAddress } from "@foldcast/settings/engine-path"
import type { EngineConfig } from "../config.ts"

export interface OfferRequest {
  readonly side: "whip" | "whep"
  /** `live/42` */
  readonly path: string
  readonly token: string
  readonly offer: string
}

export type OfferResult =
  | { readonly _tag: "Opened"; readonly id: string; readonly sdp: string }
  | { readonly _tag: "Refused"; readonly status: number }
  /** It does not answer, or not as WHIP and WHEP do. */
  | { readonly _tag: "Unreachable" }

interface Session extends Pick<OfferRequest, "side"> {
  readonly desk: string
  /** The address at the engine whose DELETE ends it. */
  readonly resource: string
}

const TIMEOUT_MS = 10_000
const HEALTH_TIMEOUT_MS = 1_000
const MAX_SESSIONS = 64
/** Of one desk. It publishes one, and more for a moment after a reload; it watches its own and its viewers' cameras. */
const MAX_SESSIONS_OF_DESK = { whip: 4, whep: 12 } as const
const ID_BYTES = 24

export const engineSessions = ({ url, publicUrl, offersAt }: EngineConfig) => {
  /** The oldest first. */
  const sessions = new Map<string, Session>()

  const end = async (id: string, { resource }: Session): Promise<void> => {
    sessions.delete(id)
    try {
      const response = await fetch(resource, {
        method: "DELETE",
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await response.body?.cancel()
    } catch {
      // The engine ends a session by itself once nothing is sent.
    }
  }

  /** The session that has to end before another one like it begins. */
  const surplus = ({ desk, side }: Session): readonly [string, Session] | undefined => {
    const own = [...sessions].filter(([, other]) => other.desk === desk && other.side === side)
    if (own.length >= MAX_SESSIONS_OF_DESK[side]) return own[0]
    return sessions.size >= MAX_SESSIONS ? [...sessions][0] : undefined
  }

  const keep = (session: Session): string => {
    const oldest = surplus(session)
    if (oldest !== undefined) void end(...oldest)
    const id = randomBytes(ID_BYTES).toString("base64url")
    sessions.set(id, session)
    return id
  }

  return {
    whipAddress: (performerId: string) =>
      offerAddress(publicUrl, offersAt.whip, `live/${encodeURIComponent(performerId)}`)?.href ?? "",
    isReachable: async (): Promise<boolean> => {
      try {
        const response = await fetch(new URL("/health/live", url), {
          signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS),
        })
        await response.body?.cancel()
        // Another engine may have no such path: any answer shows that it runs.
        return response.status < 500
      } catch {
        return false
      }
    },
    open: async (
      desk: string,
      { side, path, token, offer }: OfferRequest,
    ): Promise<OfferResult> => {
      const address = offerAddress(url, offersAt[side], path)
      if (address === null) return { _tag: "Unreachable" }
      try {
        const response = await fetch(address, {
          method: "POST",
          headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/sdp" },
          body: offer,
          redirect: "manual",
          signal: AbortSignal.timeout(TIMEOUT_MS),
        })
        const sdp = await response.text()
        if (response.status !== 201) return { _tag: "Refused", status: response.status }
        const resource = sessionAddress(address, response.headers.get("Location"))
        if (resource === null) return { _tag: "Unreachable" }
        return { _tag: "Opened", id: keep({ desk, side, resource: resource.href }), sdp }
      } catch {
        return { _tag: "Unreachable" }
      }
    },
    /** False where this desk has no such session. */
    end: async (desk: string, id: string): Promise<boolean> => {
      const session = sessions.get(id)
      if (session?.desk !== desk) return false
      await end(id, session)
      return true
    },
  }
}
export type EngineSessions = ReturnType<typeof engineSessions>
