/** LogOut → LoggedOut, in every visit of the owner; the browser gets a new session. */
import { Effect } from "effect"
import { SessionEnder } from "../members/session-ender.ts"
import { withNewCookie, type Handler } from "./handler.ts"

const makeLogOut = Effect.map(
  SessionEnder,
  (endSession): Handler<"LogOut"> =>
    (_command, { session, commandId }) =>
      Effect.map(endSession.of(session.owner, "requested", commandId), withNewCookie),
)

export const logOutHandlers = { LogOut: makeLogOut }
