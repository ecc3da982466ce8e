/** The desk's requests to the backend. A desk is named by the id in its browser's cookie. */
import { Redacted, Schema } from "effect"
import {
  DESK_WAIT_SECONDS,
  type DeskAct,
  DeskAct as DeskActSchema,
  DeskInbox,
  type DeskInboxAct,
  DeskInboxAct as DeskInboxActSchema,
  DeskList,
  DeskMediaAnswer,
  type DeskMediaRequest,
  DeskMessagePicture,
  DeskRoom,
  DeskStill,
  DeskStreamKey,
} from "@foldcast/contracts/upstream/performer-desk"
import type { DeskConfig } from "../config.ts"

export type BackendAnswer<A> =
  | { readonly _tag: "Answered"; readonly answer: A }
  | { readonly _tag: "Refused"; readonly label: string }
  /** It does not answer, or not by the contract. */
  | { readonly _tag: "Unreachable" }

interface BackendRequest {
  readonly method: "GET" | "POST" | "DELETE"
  readonly body?: unknown
}

const Refusal = Schema.Struct({ label: Schema.String })
const encodeAct = Schema.encodeSync(DeskActSchema)

const encodeInboxAct = Schema.encodeSync(DeskInboxActSchema)
const encodeStill = Schema.encodeSync(DeskStill)

const TIMEOUT_MS = (DESK_WAIT_SECONDS + 10) * 1_000

export type BackendCalls = ReturnType<typeof backendCalls>

export const backendCalls = ({ backendUrl, key }: DeskConfig) => {
  const ask = async <A>(
    desk: string,
    path: string,
    schema: Schema.Codec<A, unknown>,
    { method, body }: BackendRequest = { method: "GET" },
  ): Promise<BackendAnswer<A>> => {
    try {
      const response = await fetch(`${backendUrl}/desk/performers${path}`, {
        method,
        headers: {
          "X-Desk-Key": Redacted.value(key),
          "X-Desk": desk,
          ...(body !== undefined && { "Content-Type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const json: unknown = await response.json()
      if (response.ok) {
        return { _tag: "Answered", answer: Schema.decodeUnknownSync(schema)(json) }
      }
      const { label } = Schema.decodeUnknownSync(Refusal)(json)
      return { _tag: "Refused", label }
    } catch {
      return { _tag: "Unreachable" }
    }
  }
  const of = (performerId: string) => `/${encodeURIComponent(performerId)}`
  return {
    list: (desk: string, name: string) =>
      ask(desk, `?${new URLSearchParams({ name }).toString()}`, DeskList),
    /** Waits for another version than `after`, DESK_WAIT_SECONDS at most; "" answers at once. */
    room: (desk: string, performerId: string, after: string) =>
      ask(desk, `${of(performerId)}?${new URLSearchParams({ after }).toString()}`, DeskRoom),
    act: (desk: string, performerId: string, act: DeskAct) =>
      ask(desk, of(performerId), Schema.Struct({}), { method: "POST", body: encodeAct(act) }),
    /** The token that the media engine is shown. */
    media: (desk: string, performerId: string, request: DeskMediaRequest) =>
      ask(desk, `${of(performerId)}/media`, DeskMediaAnswer, { method: "POST", body: request }),
    still: (desk: string, performerId: string, still: typeof DeskStill.Type) =>
      ask(desk, `${of(performerId)}/still`, Schema.Struct({}), {
        method: "POST",
        body: encodeStill(still),
      }),
    inbox: (desk: string, performerId: string, conversation: string | null) => {
      const query = new URLSearchParams(conversation === null ? {} : { conversation })
      return ask(desk, `${of(performerId)}/inbox?${query.toString()}`, DeskInbox)
    },
    actInInbox: (desk: string, performerId: string, act: DeskInboxAct) =>
      ask(desk, `${of(performerId)}/inbox`, Schema.Struct({}), {
        method: "POST",
        body: encodeInboxAct(act),
      }),
    messagePicture: (desk: string, performerId: string, picture: string) => {
      const query = new URLSearchParams({ picture })
      return ask(desk, `${of(performerId)}/inbox-picture?${query.toString()}`, DeskMessagePicture)
    },
    drawKey: (desk: string, performerId: string) =>
      ask(desk, `${of(performerId)}/stream-key`, DeskStreamKey, { method: "POST" }),
    revokeKey: (desk: string, performerId: string) =>
      ask(desk, `${of(performerId)}/stream-key`, Schema.Struct({}), { method: "DELETE" }),
  }
}
