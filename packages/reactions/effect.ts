/**
 * A reaction's effects as data: a command, a client fact, or an action outside the log. apps/web/runtime
 * performs them; a replay performs none (law L5).
 */
import type { ClientFact, ClientFactOf } from "@foldcast/contracts/client-facts/client-fact"
import type { Command } from "@foldcast/contracts/commands/command"
import type { CommandId } from "@foldcast/contracts/ids"
import type { LogEntry } from "@foldcast/folds/log-entry"
import type { SiteState } from "@foldcast/folds/site-state"
import type { AnalyticsEvent } from "./analytics-event.ts"

export type TabSlice = ClientFactOf<"TabRestored">["slice"]

export type Effect =
  /** `commandId` if a client fact already named it; else the runtime creates one. */
  | {
      readonly _tag: "SendCommand"
      readonly command: Command
      readonly commandId: CommandId | null
    }
  | { readonly _tag: "DispatchFact"; readonly fact: ClientFact }
  | { readonly _tag: "PointPayWindow"; readonly url: string }
  | { readonly _tag: "ClosePayWindow" }
  /** The pay window was blocked, so this tab navigates to the bank. */
  | { readonly _tag: "LeaveForBank"; readonly url: string }
  | { readonly _tag: "PushAnalytics"; readonly event: AnalyticsEvent }
  /** The state that survives a reload and the way to the bank; `path` is the page's, null before the first. */
  | { readonly _tag: "KeepTabSlice"; readonly slice: TabSlice; readonly path: string | null }
  /** Clears everything of the member in this browser: caches, storage, drafts. */
  | { readonly _tag: "ForgetMember" }
  /** Clears an earlier phone payment in this browser. */
  | { readonly _tag: "ClearPhoneSession" }
  /** The home page, in the page's own language. */
  | { readonly _tag: "GoHome" }
  /** The home page with the parameters that links carry along. */
  | { readonly _tag: "GoToStart" }

/** One log entry, with the state before and after it. */
export interface LogStep {
  readonly entry: LogEntry
  readonly before: SiteState
  readonly after: SiteState
}

export const clientFactOf = ({ entry }: LogStep): ClientFact | null =>
  entry.kind === "client" ? entry.fact.fact : null
