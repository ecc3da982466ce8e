/** The one route of commands: `POST /api/commands`. */
import { Effect } from "effect"
import { Hono } from "hono"
import type { AppEnvironment, Responder } from "../http/responder.ts"
import { CommandRoute } from "./route.ts"

export const commandRoutes = ({ answer, ownPosts, requesterOf }: Responder) =>
  Effect.map(CommandRoute, (commands) =>
    new Hono<AppEnvironment>().post("/api/commands", ownPosts, (context) =>
      answer(commands.post({ request: context.req.raw, ...requesterOf(context) })),
    ),
  )
