/**
 * What a command's handler is given and gives back. The facts it causes have gone through the pipeline when
 * it returns; the answer to the browser is only that it was admitted (docs/life-of-an-event.md, "A command:
 * checkout").
 */
import type { Effect } from "effect"
import type { CommandOf, CommandTag } from "@foldcast/contracts/commands/command"
import type { CommandId } from "@foldcast/contracts/ids"
import type { Brand } from "../brand/brand.ts"
import type { LogUnavailable } from "../log/visit-log.ts"
import type {
  CookieValue,
  OpenCallState,
  OpenedSession,
  ResolvedSession,
  SessionsUnavailable,
} from "../sessions/session-store.ts"
import type { ApiRequest } from "../upstream/member-api.ts"
import type { LiveVisit } from "../visits/registry.ts"

export interface CommandContext {
  readonly commandId: CommandId
  readonly visit: LiveVisit
  /** As it was when the command was admitted. */
  readonly session: ResolvedSession
  /** The cookie's value that proved it then. */
  readonly proof: CookieValue
  readonly brand: Brand
  /** The site's own origin, as this browser reached it. */
  readonly origin: string
  readonly clientAddress: string
  /** At most MAX_USER_AGENT characters; empty where the browser sent none. */
  readonly userAgent: string
  /** Whether data that are not strictly necessary may be used (ADR 0012). */
  readonly hasConsented: boolean
  /** The gateway died while this command ran before: what it did then is not known. */
  readonly interrupted: boolean
}

export interface Handled {
  /** The browser's next cookie, where the command changed the session. */
  readonly cookie: CookieValue | null
  /** What the browser is to remember of its call; null: nothing any more; absent: as it was. */
  readonly call?: OpenCallState | null
}

/** What goes with every call: the visit's language, and whether it wants plain pictures. */
export const callTraits = ({ visit }: CommandContext): Pick<ApiRequest, "lang" | "noNude"> => ({
  lang: visit.locale,
  noNude: visit.noNude,
})

/** Who is behind a call that logs somebody in, or could be asked in a flood. */
export const browserOf = ({
  clientAddress,
  userAgent,
}: CommandContext): Pick<ApiRequest, "clientAddress" | "clientAgent"> => ({
  clientAddress,
  clientAgent: userAgent,
})

/** Labels of what the gateway refuses by itself, in the member API's words: screens know both. */
export const NOT_FOR_GUESTS = "unauthorized"
export const TOO_MANY_ATTEMPTS = "tooManyAttempts"

export const HANDLED: Handled = { cookie: null }

/** The browser gets the cookie of the session that follows; null where the ended session was over already. */
export const withNewCookie = (next: OpenedSession | null): Handled =>
  next === null ? HANDLED : { cookie: next.cookie }

/** A handler that fails with `SessionsUnavailable` has done nothing: the command may be sent again. */
export type Handler<Tag extends CommandTag> = (
  command: CommandOf<Tag>,
  context: CommandContext,
) => Effect.Effect<Handled, LogUnavailable | SessionsUnavailable>

export type Handlers = { readonly [Tag in CommandTag]: Handler<Tag> }
