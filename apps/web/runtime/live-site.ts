/**
 * A document in the browser: the page's facts, the stream, the loop and the performer of its effects,
 * joined. Made once per document by client-entry.tsx.
 *
 * What a tab carries comes back as the first client fact of a visit: at once for a page's visit, after
 * the baseline for one that replaces it (law L4).
 */
import { BehaviorSubject } from "rxjs"
import { postCommand } from "@foldcast/client/commands"
import { createConnection } from "@foldcast/client/connection"
import { type ConnectionStatus, IDLE } from "@foldcast/client/connection-status"
import type { ClientFact, ClientFactOf } from "@foldcast/contracts/client-facts/client-fact"
import type { Command } from "@foldcast/contracts/commands/command"
import { NO_ANSWER } from "@foldcast/contracts/commands/no-answer"
import type { CommandId } from "@foldcast/contracts/ids"
import type { Effect } from "@foldcast/reactions/effect"
import { siteReactions } from "@foldcast/reactions/site"
import { pushAnalytics } from "./analytics.ts"
import { commandPorts, connectionPorts } from "./browser-ports.ts"
import { documentLoop } from "./document-loop.ts"
import { readFirstFacts } from "./first-facts.ts"
import { browserPayWindow } from "./pay-window.ts"
import { firstState } from "./rendered-site.ts"
import type { SiteRuntime } from "./site-runtime.ts"
import { tabStorage } from "./tab-storage.ts"

const newId = () => crypto.randomUUID()

export const liveSite = (firstFactsText: string): SiteRuntime => {
  const facts = readFirstFacts(firstFactsText)
  const first = firstState(facts?.events ?? [])
  const { origin } = location
  const storage = tabStorage(() => sessionStorage, newId)
  const connection$ = new BehaviorSubject<ConnectionStatus>(IDLE)
  /** Where the visitor is, for a visit that begins under an open document. */
  let lastNavigation: ClientFactOf<"Navigated"> | null = null
  let isNewVisit = false

  const dispatch = (fact: ClientFact): void => {
    if (fact._tag === "Navigated") lastNavigation = fact
    connection.dispatch(fact)
  }

  const post = async (command: Command, commandId: CommandId): Promise<void> => {
    const visit = connection.place()?.visit
    const answer =
      visit === undefined
        ? ({ _tag: "NotAdmitted", label: NO_ANSWER, reference: null } as const)
        : await postCommand(origin, { commandId, visit, command }, commandPorts)
    dispatch(
      answer._tag === "Admitted"
        ? { _tag: "CommandAdmitted", commandId, seq: answer.seq }
        : { _tag: "CommandFailed", commandId, label: answer.label },
    )
  }

  const send = (command: Command, commandId = newId() as CommandId): CommandId => {
    dispatch({
      _tag: "CommandSent",
      commandId,
      command: command._tag,
      ...(command._tag === "CheckPayment" && { sessionId: command.sessionId }),
    })
    void post(command, commandId)
    return commandId
  }

  const payWindow = browserPayWindow(() => dispatch({ _tag: "PayWindowClosed" }))

  const perform = (effect: Effect): void => {
    switch (effect._tag) {
      case "SendCommand":
        send(effect.command, effect.commandId ?? undefined)
        return
      case "DispatchFact":
        dispatch(effect.fact)
        return
      case "PointPayWindow":
        payWindow.point(effect.url)
        return
      case "ClosePayWindow":
        payWindow.close()
        return
      case "LeaveForBank":
        location.assign(effect.url)
        return
      case "PushAnalytics":
        pushAnalytics(effect.event)
        return
      case "KeepTabSlice":
        storage.keepSlice(effect.slice)
        return
      case "ForgetMember":
        payWindow.close()
        storage.forgetMember()
    }
  }

  const loop = documentLoop(first, (steps$) => siteReactions(steps$, { origin }), perform)

  /** The first client facts of a visit: what the tab carries, then where it is. */
  const restore = () => {
    const slice = storage.slice()
    if (slice !== null) dispatch({ _tag: "TabRestored", tab: storage.tab(), slice })
    if (lastNavigation !== null) dispatch(lastNavigation)
  }

  const connection = createConnection({
    origin,
    tab: storage.tab(),
    page:
      facts === null
        ? null
        : {
            visit: facts.visit,
            epoch: facts.epoch,
            seq: facts.events.at(-1)?.seq ?? 0,
            now: facts.now,
          },
    ports: connectionPorts,
    listener: {
      begun: () => {
        isNewVisit = true
        loop.beginAnew()
      },
      delivered: (events) => loop.enter(events.map((envelope) => ({ kind: "event", envelope }))),
      recorded: (fact) => loop.enter([{ kind: "client", fact }]),
      caughtUp: () => {
        if (!isNewVisit) return
        isNewVisit = false
        restore()
      },
      // No document of this site reads signals yet.
      signalled: () => {},
      sessionEnded: () => storage.forgetMember(),
      reported: (status) => connection$.next(status),
    },
  })

  /** A page that the browser kept while it was elsewhere goes on where it was. */
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) connection.start()
  }
  const onHide = () => connection.stop()

  return {
    state$: loop.state$,
    connection$,
    getState: loop.getState,
    getFirstState: () => first,
    getConnection: () => connection$.value,
    dispatch,
    send: (command) => send(command),
    startCheckout: (loadingText) => {
      const payment = loop.getState().payment.current
      if (payment._tag !== "Ready") return
      dispatch({
        _tag: "CheckoutStarted",
        commandId: newId() as CommandId,
        payWindow: payWindow.open(loadingText),
      })
    },
    reconnect: () => connection.hasten(),
    drafts: storage.drafts,
    start: () => {
      addEventListener("pageshow", onShow)
      addEventListener("pagehide", onHide)
      restore()
      connection.start()
    },
    stop: () => {
      removeEventListener("pageshow", onShow)
      removeEventListener("pagehide", onHide)
      connection.stop()
    },
  }
}
