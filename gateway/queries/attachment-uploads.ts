/**
 * POST /api/attachments: a member brings the picture of a message, which a command names afterwards. It is judged by
 * its first bytes and not by its name; the messenger's service judges the whole and writes it anew.
 */
import { rateKeyOf } from "@foldcast/limits/rate-key"
import { Context, Effect, Layer } from "effect"
import { MAX_ATTACHMENT_BYTES } from "@foldcast/contracts/private-message"
import { makeAnswerProblem } from "../http/answer-problem.ts"
import { BodyRefused, readBytes } from "../http/body.ts"
import { Ids } from "../ids.ts"
import type { OwnerId } from "../log/visit-header.ts"
import { MessageUploads } from "../messages/message-uploads.ts"
import { isJpeg } from "../upstream/jpeg-answer.ts"
import { personalResponse } from "./answers.ts"
import { makeMemberAsking, type MemberResponse, type QueryRequester } from "./member-asking.ts"

const ID_BITS = 128
/** Room comes back as pictures are sent or forgotten. */
const RETRY_AFTER_SECONDS = 60
const NO_JPEG = new BodyRefused({ kind: "unsupportedMediaType", label: "request.mediaType" })

/** Without a declared length it may be as long as any. */
const declaredBytes = (request: Request): number => {
  const length = Number(request.headers.get("content-length") ?? MAX_ATTACHMENT_BYTES)
  return Number.isSafeInteger(length) && length >= 0 ? length : MAX_ATTACHMENT_BYTES
}

const readJpeg = Effect.fnUntraced(function* (request: Request) {
  const jpeg = yield* readBytes(request, "attachment", MAX_ATTACHMENT_BYTES)
  return isJpeg(jpeg) ? jpeg : yield* NO_JPEG
})

export interface AttachmentUploadsShape {
  readonly bring: (asker: QueryRequester, request: Request) => MemberResponse
}

export class AttachmentUploads extends Context.Service<AttachmentUploads, AttachmentUploadsShape>()(
  "gateway/AttachmentUploads",
) {
  static readonly layer = Layer.effect(
    AttachmentUploads,
    Effect.gen(function* () {
      const ids = yield* Ids
      const uploads = yield* MessageUploads
      const problem = yield* makeAnswerProblem
      const { asMember } = yield* makeMemberAsking

      const bring = Effect.fnUntraced(
        function* ({ address }: QueryRequester, request: Request, owner: OwnerId) {
          const bytes = declaredBytes(request)
          if (bytes > MAX_ATTACHMENT_BYTES) return yield* problem("tooLarge")
          const id = ids.token(ID_BITS)
          const arrival = { owner, address: rateKeyOf(address), bytes }
          const kept = yield* uploads.keep(id, arrival, readJpeg(request))
          return kept === null
            ? yield* problem("tooMany", { retryAfterSeconds: RETRY_AFTER_SECONDS })
            : personalResponse({ attachment: id })
        },
        Effect.catchTag("BodyRefused", ({ kind, label }) => problem(kind, { label })),
      )

      return AttachmentUploads.of({
        bring: (asker, request) => asMember(asker, (_, { owner }) => bring(asker, request, owner)),
      })
    }),
  )
}
