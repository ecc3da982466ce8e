/**
 * What a command's handler is given and gives back. The facts it causes have gone through the pipeline
 * when it returns; the answer to the browser is only that it was admitted (life of a command, step 4).
 */
import type { Effect } from "effect"
import type { CommandOf } from "@foldcast/contracts/commands/command"
import type { CommandTag } from "@foldcast/contracts/commands/command-tags"
import type { CommandId } from "@foldcast/contracts/ids"
import type { Brand } from "../brand/brand.ts"
import type { LogUnavailable } from "../log/event-log.ts"
import type { CookieValue, Session } from "../sessions/session-store.ts"
import type { AnswerFrame, CallOutcome, MemberApiCall } from "../upstream/frame.ts"
import type { LiveVisit } from "../visits/registry.ts"

export interface CommandContext {
  readonly commandId: CommandId
  readonly visit: LiveVisit
  readonly session: Session
  readonly brand: Brand
  /** The site's own origin, as this browser reached it. */
  readonly origin: string
  readonly clientAddress: string
  /** The gateway died while this command ran before: what it did then is not known. */
  readonly interrupted: boolean
}

export interface Handled {
  /** The browser's next cookie, where the command changed the session. */
  readonly cookie: CookieValue | null
}

/** An answer that this command asked for, as the frame that goes through the pipeline. */
export const answerFrame = <Call extends MemberApiCall>(
  call: Call,
  outcome: CallOutcome<unknown>,
  { commandId, visit, session }: CommandContext,
): AnswerFrame<Call> => ({
  source: "member-api",
  call,
  outcome,
  about: { visit: visit.visit, owner: session.owner, member: visit.member },
  cause: commandId,
})

export const HANDLED: Handled = { cookie: null }

export type Handler<Tag extends CommandTag> = (
  command: CommandOf<Tag>,
  context: CommandContext,
) => Effect.Effect<Handled, LogUnavailable>

export type Handlers = { readonly [Tag in CommandTag]: Handler<Tag> }
