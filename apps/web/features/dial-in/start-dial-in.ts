/**
 * Performs what follows from paying by a phone call, once for each document that has to do with one. Its import adds
 * the fold.
 */
import "@foldcast/folds/with-dial-in"
import { Observable } from "rxjs"
import { hasHeardOfCall } from "@foldcast/folds/unread"
import { type DialInEffect, dialInReactions } from "@foldcast/reactions/dial-in"
import { connectionPorts } from "../../runtime/browser-ports.ts"
import { gatewayTime } from "../../runtime/page-answers.ts"
import { perRuntime } from "../../runtime/per-runtime.ts"
import type { SiteRuntime } from "../../runtime/site-runtime.ts"
import { keepIvrSession, keptIvrSession } from "../../runtime/stores/ivr-session.ts"
import { ticksOf } from "../../runtime/ticks.ts"

const isShown$ = new Observable<boolean>((listener) => {
  const tell = () => {
    listener.next(!document.hidden)
  }
  tell()
  document.addEventListener("visibilitychange", tell)
  return () => {
    document.removeEventListener("visibilitychange", tell)
  }
})

const performer =
  (runtime: SiteRuntime) =>
  (effect: DialInEffect): void => {
    switch (effect._tag) {
      case "SendCommand":
        runtime.send(effect.command)
        return
      case "DispatchFact":
        return runtime.dispatch(effect.fact)
      case "KeepIvrSession":
        return keepIvrSession(effect.session)
    }
  }

export const startDialIn = perRuntime((runtime) =>
  dialInReactions(runtime.state$, {
    isShown$,
    every: ticksOf(connectionPorts.setTimer),
    now: () => gatewayTime(runtime.pageAnswers, Date.now()),
    recalled: keptIvrSession,
    hasHeard: hasHeardOfCall(runtime.getState()),
  }).subscribe(performer(runtime)),
)
