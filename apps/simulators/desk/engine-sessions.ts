/**
 * WHIP (RFC 9725) and WHEP (draft-ietf-wish-whep-04) for the desk's pages: their offers go to the media engine with
 * the backend's token, and what ends a session stays here.
 *
 * Invariants: neither token nor the engine's address of a session leaves this process; a session is ended by the
 * desk that opened it; so many are kept at most, of one desk and in all, and the oldest is ended for another: a desk's
 * own where that has its part, so that nobody else's picture goes for it.
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
  /** It does not answer, or says something else than it should. */
  | { readonly _tag: "Unreachable" }

interface Session extends Pick<OfferRequest, "side"> {
  readonly desk: string
  /** Where at the engine it ends. */
  readonly resource: string
}

const WITHIN_MS = 10_000
const REACHED_WITHIN_MS = 1_000
const MOST_SESSIONS = 64
/** Of one desk: its cameras, after a page that is loaded anew too; what it looks at, its own and its viewers' cameras. */
const MOST_OF_DESK = { whip: 4, whep: 12 } as const
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
        signal: AbortSignal.timeout(WITHIN_MS),
      })
      await response.body?.cancel()
    } catch {
      // Nobody sends for it any more: the engine ends it by itself.
    }
  }

  /** What has no more room beside another one like it. */
  const surplus = ({ desk, side }: Session): readonly [string, Session] | undefined => {
    const own = [...sessions].filter(([, other]) => other.desk === desk && other.side === side)
    if (own.length >= MOST_OF_DESK[side]) return own[0]
    return sessions.size >= MOST_SESSIONS ? [...sessions][0] : undefined
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
          signal: AbortSignal.timeout(REACHED_WITHIN_MS),
        })
        await response.body?.cancel()
        // Another engine has no such address, and answers all the same.
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
          signal: AbortSignal.timeout(WITHIN_MS),
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
