/** LogOut → LoggedOut, in every visit of the owner; the browser gets a new session. */
import { Effect } from "effect"
import { EndSession } from "../members/end-session.ts"
import { withNewCookie, type Handler } from "./handler.ts"

const makeLogOut = Effect.map(
  EndSession,
  (endSession): Handler<"LogOut"> =>
    (_command, { session, commandId }) =>
      Effect.map(endSession.of(session.owner, "requested", commandId), withNewCookie),
)

export const logOutHandlers = { LogOut: makeLogOut }
