/** Keeps the pictures that members brought for their messages (upload-table.ts) in this process. */
import { Clock, Context, Effect, Layer } from "effect"
import type { OwnerId } from "../log/visit-header.ts"
import { type Arrival, UPLOAD_BOUNDS, UploadTable } from "./upload-table.ts"

/** What became of a picture that was handed out. */
export type AfterSending = "sent" | "notSent"

export interface MessageUploadsShape {
  /** Keeps what `read` gives; null: there is no room. What is not read whole is not kept. */
  readonly keep: <E>(
    id: string,
    arrival: Arrival,
    read: Effect.Effect<Uint8Array, E>,
  ) => Effect.Effect<Uint8Array | null, E>
  /** An upload of the owner's, while it is kept. */
  readonly find: (owner: OwnerId, id: string) => Effect.Effect<Uint8Array | null>
  /** Hands out an upload to be sent; null where there is none, or it is being sent already. */
  readonly take: (owner: OwnerId, id: string) => Effect.Effect<Uint8Array | null>
  /** What was sent is not kept any longer. */
  readonly settle: (id: string, after: AfterSending) => Effect.Effect<void>
  /** Runs at intervals. */
  readonly forgetOld: Effect.Effect<void>
}

export class MessageUploads extends Context.Service<MessageUploads, MessageUploadsShape>()(
  "gateway/MessageUploads",
) {
  static readonly layer = Layer.sync(MessageUploads, () => {
    const uploads = new UploadTable(UPLOAD_BOUNDS)
    const at = <A>(look: (now: number) => A) => Effect.map(Clock.currentTimeMillis, look)
    return MessageUploads.of({
      keep: Effect.fnUntraced(function* (id, arrival, read) {
        if (!uploads.begin(id, arrival, yield* Clock.currentTimeMillis)) return null
        const jpeg = yield* Effect.onError(read, () => Effect.sync(() => uploads.dropped(id)))
        uploads.arrived(id, jpeg)
        return jpeg
      }),
      find: (owner, id) => at((now) => uploads.find(owner, id, now)),
      take: (owner, id) => at((now) => uploads.take(owner, id, now)),
      settle: (id, after) =>
        Effect.sync(() => {
          if (after === "sent") uploads.dropped(id)
          else uploads.handBack(id)
        }),
      forgetOld: at((now) => {
        uploads.forgetOld(now)
      }),
    })
  })
}
