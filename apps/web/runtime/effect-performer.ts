/** Performs the effects that reactions answer with, on the document and the targets. Total. */
import type { ClientFact } from "@foldcast/contracts/client-facts/client-fact"
import type { Command } from "@foldcast/contracts/commands/command"
import type { CommandId } from "@foldcast/contracts/ids"
import type { LogOutReason } from "@foldcast/contracts/stream/account"
import type { SiteState } from "@foldcast/folds/site-state"
import type { AnalyticsEvent } from "@foldcast/reactions/analytics-event"
import type { Effect } from "@foldcast/reactions/effect"
import type { PayWindow } from "./pay-window.ts"
import type { SessionMutex } from "./session-mutex.ts"
import type { TabStorage } from "./tab-storage.ts"

/** What effects do to the targets. */
export interface BrowserEffects {
  readonly leaveFor: (url: string) => void
  /** The reason is that of the log-out which leads there. */
  readonly goHome: (reason: LogOutReason | null) => void
  readonly goToStart: () => void
  readonly clearPhoneSession: () => void
  readonly pushAnalytics: (event: AnalyticsEvent) => void
}

export interface EffectTargets extends BrowserEffects {
  readonly sessionMutex: SessionMutex
  readonly storage: TabStorage
  readonly payWindow: PayWindow
  readonly getState: () => SiteState
  readonly send: (command: Command, commandId: CommandId | null) => void
  readonly dispatch: (fact: ClientFact) => void
  readonly forgetMember: () => void
}

export const effectPerformer = (targets: EffectTargets) => {
  const { payWindow, storage } = targets
  /** Leaving now would abort the request whose answer sets the next cookie. */
  const leave = (go: () => void): void => {
    void targets.sessionMutex.settled().then(go)
  }
  return (effect: Effect): void => {
    switch (effect._tag) {
      case "SendCommand":
        return targets.send(effect.command, effect.commandId)
      case "DispatchFact":
        return targets.dispatch(effect.fact)
      case "PointPayWindow":
        return payWindow.point(effect.url)
      case "ClosePayWindow":
        return payWindow.close()
      case "LeaveForBank":
        return targets.leaveFor(effect.url)
      case "PushAnalytics":
        return targets.pushAnalytics(effect.event)
      case "KeepTabSlice":
        return storage.keepSlice(effect.slice, effect.path)
      case "ForgetMember":
        payWindow.close()
        return targets.forgetMember()
      case "ClearPhoneSession":
        return targets.clearPhoneSession()
      case "GoHome": {
        const { identity } = targets.getState().account
        const reason = identity._tag === "LoggedOut" ? identity.reason : null
        return leave(() => targets.goHome(reason))
      }
      case "GoToStart":
        return leave(targets.goToStart)
    }
  }
}
