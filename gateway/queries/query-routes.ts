/** Read routes of the API: the session's own data, its movements, passkeys and private messages, and public data. */
import { Effect } from "effect"
import { Hono } from "hono"
import { AttachmentUploads } from "./attachment-uploads.ts"
import { type AppEnvironment, type Responder, whenGone } from "../http/responder.ts"
import { Choices } from "./choices.ts"
import { Conversations } from "./conversations.ts"
import { CreditHistory } from "./credit-history.ts"
import { Passkeys } from "./passkeys.ts"
import { PUBLIC_PATHS, PublicQueries } from "./public-queries.ts"
import { Queries } from "./queries.ts"

export const queryRoutes = ({
  addressOf,
  answer,
  cutSlowReader,
  ownPictures,
  ownImages,
  ownPosts,
  problem,
  requesterOf,
}: Responder) =>
  Effect.gen(function* () {
    const queries = yield* Queries
    const creditHistory = yield* CreditHistory
    const passkeys = yield* Passkeys
    const conversations = yield* Conversations
    const choices = yield* Choices
    const attachmentUploads = yield* AttachmentUploads
    const publicQueries = yield* PublicQueries

    const app = new Hono<AppEnvironment>()
      .get("/api/session", (context) => answer(queries.session(requesterOf(context))))
      .get("/api/sessions", (context) => answer(queries.openSessions(requesterOf(context))))
      .get("/api/username-suggestions", (context) =>
        answer(queries.usernameSuggestions(requesterOf(context), new URL(context.req.url))),
      )
      .get("/api/passkeys", (context) => answer(passkeys.list(requesterOf(context))))
      .post("/api/passkeys/challenge", ownPosts, (context) =>
        answer(passkeys.challenge(requesterOf(context), context.req.raw)),
      )
      .post("/api/passkeys/registration", ownPosts, (context) =>
        answer(passkeys.registration(requesterOf(context), context.req.raw)),
      )
      .post("/api/choices", ownPosts, (context) =>
        answer(choices.keep(requesterOf(context), context.req.raw)),
      )
      .post("/api/attachments", ownPictures, (context) =>
        answer(attachmentUploads.bring(requesterOf(context), context.req.raw)),
      )
      .get("/api/movements", (context) =>
        answer(creditHistory.page(requesterOf(context), new URL(context.req.url))),
      )
      .get("/api/movements.csv", (context) => {
        // Hono answers HEAD by the GET route, and the file's body would never be read.
        if (context.req.method === "HEAD") return problem("notFound")
        cutSlowReader(context)
        return answer(creditHistory.file(requesterOf(context), new URL(context.req.url)))
      })
      .get("/api/conversations", (context) =>
        answer(conversations.list(requesterOf(context), new URL(context.req.url))),
      )
      .get("/api/conversations/:id", (context) =>
        answer(
          conversations.one(
            requesterOf(context),
            context.req.param("id"),
            new URL(context.req.url),
          ),
        ),
      )
      .get("/api/suggestions/:type", (context) =>
        answer(
          conversations.suggestions(
            requesterOf(context),
            context.req.param("type"),
            new URL(context.req.url),
          ),
        ),
      )
      .get("/api/attachments/:id", ownImages, (context) => {
        // The picture would be asked for, and never be read.
        if (context.req.method === "HEAD") return problem("notFound")
        cutSlowReader(context)
        return answer(
          conversations.picture(requesterOf(context), {
            id: context.req.param("id"),
            whenGone: (left) => {
              whenGone(context.env.outgoing, left)
            },
          }),
        )
      })
    for (const path of PUBLIC_PATHS) {
      app.get(path, (context) =>
        answer(publicQueries.get(new URL(context.req.url), addressOf(context))),
      )
    }
    return app
  })
