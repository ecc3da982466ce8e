/**
 * Browsers with the site's own client: a cookie jar for each, and tabs that follow a visit, fold it, post client
 * facts and send commands. The checks see each frame before the client folds it.
 */
import type { Command } from "@foldcast/contracts/commands/command"
import type { CommandId, TabId, VisitId } from "@foldcast/contracts/ids"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import { SUBPROTOCOL } from "@foldcast/contracts/stream/transport"
import { ATTEMPT_MS, type CommandAnswer, postCommand } from "@foldcast/client/commands"
import { StreamConnection as Client } from "@foldcast/client/connection"
import { type ConnectionStatus, IDLE } from "@foldcast/client/connection-status"
import type { Fetch, OpenWebSocket } from "@foldcast/client/transports"
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import { fold } from "@foldcast/folds/site"
import "@foldcast/folds/with-all-slices"
import type { SiteState } from "@foldcast/folds/site-state"
import { PROBLEM_KINDS } from "@foldcast/gateway/problem-kinds"
import type { Agenda, Process } from "./agenda.ts"
import { type Asked, type Gateway, HOST } from "./gateway.ts"
import { Connection } from "./network.ts"

export const ORIGIN = `http://${HOST}`

export class Browser {
  readonly name: string
  /** Knows no password: any fact about a member that reaches it is a leak. */
  readonly isStranger: boolean
  cookie: string | null = null
  /** Set by the first attempt to log in; before it the browser belongs to a guest. */
  hasAskedIn = false
  /** Visits begin one after another, as the site's tabs do under their lock. */
  beginning: Promise<void> = Promise.resolve()

  constructor(name: string, isStranger: boolean) {
    this.name = name
    this.isStranger = isStranger
  }

  take(setCookie: string | null): void {
    if (setCookie !== null) this.cookie = setCookie.split(";", 1)[0] ?? null
  }

  asked(): Asked {
    const headers: Record<string, string | undefined> = {
      host: HOST,
      origin: ORIGIN,
      cookie: this.cookie ?? undefined,
      "sec-websocket-protocol": SUBPROTOCOL,
    }
    return { header: (name) => headers[name], address: `192.0.2.${this.name.length}` }
  }
}

/** The route to the gateway that runs at the moment. */
export interface Route {
  readonly agenda: Agenda
  readonly gateway: () => Gateway | null
  readonly opened: (connection: Connection, tab: SimulatedTab) => void
  /** The share of answers to commands that is lost. */
  readonly lossiness: () => number
}

/** What the checks receive. */
export interface DeliveredEvents {
  readonly visit: VisitId
  readonly events: ReadonlyArray<OpenEnvelope>
}

class SimulatedSocket extends EventTarget {
  readonly OPEN = 1
  readyState = 0
  readonly #connection: Connection

  constructor(connection: Connection) {
    super()
    this.#connection = connection
  }

  send(text: string): void {
    this.#connection.sendUp(text)
  }

  close(code: number): void {
    if (this.readyState >= 2) return
    this.readyState = 2
    this.#connection.closeFromBrowser(code)
  }
}

export class SimulatedTab {
  readonly browser: Browser
  readonly name: string
  connection: Connection | null = null
  status: ConnectionStatus = IDLE
  visit: VisitId | null = null
  log: Array<OpenEnvelope> = []
  state: SiteState = INITIAL_STATE
  /** The highest client fact that the gateway confirmed as stored. */
  storedN = 0
  readonly #route: Route
  readonly #client: Client
  readonly #awaited = new Set<{ readonly from: Process; readonly fail: () => void }>()
  #lastN = 0
  #connections = 0

  constructor(
    browser: Browser,
    name: string,
    route: Route,
    told: (tab: SimulatedTab, told: DeliveredEvents) => void,
  ) {
    this.browser = browser
    this.name = name
    this.#route = route
    const { agenda } = route
    this.#client = new Client({
      origin: ORIGIN,
      tab: `tab-${name}` as TabId,
      page: null,
      ports: {
        openWebSocket: this.#open,
        fetch: () => Promise.reject(new TypeError("this network knows WebSockets alone")),
        newKey: () => `key-of-the-document-${name}`.padEnd(30, "-"),
        random: agenda.random.next,
        setTimer: (afterMs, elapsed) => agenda.add({ label: `${name} timer`, afterMs }, elapsed),
        watchNetwork: () => () => undefined,
        beginVisit: (begin) => {
          browser.beginning = browser.beginning.then(begin)
        },
        resumeVisit: (resume) => resume(),
        streamSlots: null,
      },
      listener: {
        greeted: ({ visit, isAnother, n }) => {
          if (isAnother) {
            this.log = []
            this.state = INITIAL_STATE
            this.storedN = 0
          }
          this.visit = visit
          this.#lastN = isAnother ? n : Math.max(this.#lastN, n)
        },
        delivered: (events) => {
          if (this.visit !== null) told(this, { visit: this.visit, events })
          for (const envelope of events) {
            this.log.push(envelope)
            this.state = fold(this.state, { kind: "event", envelope })
          }
        },
        caughtUp: () => undefined,
        signalled: () => undefined,
        sessionEnded: () => undefined,
        reported: (status) => {
          this.status = status
        },
      },
    })
    this.#client.start()
  }

  get isHere(): boolean {
    return !(this.status._tag === "Stopped" && this.status.reason === "left")
  }

  leave(): void {
    this.#client.stop()
  }

  /** Pending answers of an ended process fail at once, because its machine resets the connections. */
  lose(process: Process): void {
    const { agenda } = this.#route
    for (const { from, fail } of this.#awaited) {
      const afterMs = agenda.random.whole(0, 50)
      if (from === process) agenda.add({ label: `${this.name} lost its answer`, afterMs }, fail)
    }
  }

  tellFact(): void {
    if (this.visit === null || this.status._tag !== "Live") return
    this.#lastN += 1
    this.#client.send({
      n: this.#lastN,
      after: this.#client.position()?.seq ?? 0,
      at: this.#route.agenda.now,
      fact: { _tag: "WalletOpened" },
    })
  }

  /** Null while there is no visit to send from. */
  command(commandId: CommandId, command: Command): Promise<CommandAnswer> | null {
    const { visit } = this
    if (visit === null) return null
    const { agenda } = this.#route
    return postCommand(
      ORIGIN,
      { commandId, visit, command },
      {
        fetch: this.#post,
        random: agenda.random.next,
        sleep: (afterMs) =>
          new Promise((resolve) => agenda.add({ label: "waits", afterMs }, resolve)),
      },
    )
  }

  readonly #open: OpenWebSocket = (address) => {
    const { agenda } = this.#route
    this.#connections += 1
    const connection = new Connection(agenda, `${this.name}#${this.#connections}`)
    const socket = new SimulatedSocket(connection)
    this.connection = connection
    connection.browser = {
      onMessage: (data) => {
        if (socket.readyState < 2) socket.dispatchEvent(new MessageEvent("message", { data }))
      },
      onClose: (code) => {
        socket.readyState = 3
        socket.dispatchEvent(new CloseEvent("close", { code }))
      },
    }
    this.#route.opened(connection, this)
    const url = new URL(address)
    const asked = this.browser.asked()
    agenda.add({ label: `${connection.id} asks`, afterMs: agenda.random.whole(1, 30) }, () => {
      const gateway = this.#route.gateway()
      if (gateway === null || !connection.isOpen) return connection.refuse()
      return gateway.accept(connection, url, asked, (setCookie) => {
        agenda.add(
          { label: `${connection.id} opens`, afterMs: 0, lane: `${connection.id} down` },
          () => {
            if (socket.readyState !== 0) return
            this.browser.take(setCookie)
            socket.readyState = 1
          },
        )
      })
    })
    return socket as unknown as WebSocket
  }

  /** The answer may never come; then the attempt ends by its timeout. */
  readonly #post: Fetch = (_url, { body }) =>
    new Promise((resolve, reject) => {
      const { agenda } = this.#route
      const { name, browser } = this
      const asked = browser.asked()
      const fail = () => reject(new TypeError("no answer"))
      const cancel = agenda.add({ label: `${name} gives up`, afterMs: ATTEMPT_MS }, fail)
      agenda.add({ label: `${name} posts`, afterMs: agenda.random.whole(1, 30) }, () => {
        const gateway = this.#route.gateway()
        if (gateway === null) return fail()
        const { process } = gateway
        const awaited = { from: process, fail }
        this.#awaited.add(awaited)
        return gateway.command(
          typeof body === "string" ? body : "",
          asked,
          ({ admission, setCookie }) => {
            const afterMs = agenda.random.whole(1, 30)
            agenda.add({ label: `${name} is answered`, afterMs, process }, () => {
              this.#awaited.delete(awaited)
              if (agenda.random.chance(this.#route.lossiness())) return
              cancel()
              browser.take(setCookie)
              const isAdmitted = admission._tag === "Admitted"
              const status = isAdmitted ? 202 : PROBLEM_KINDS[admission.kind].status
              const json = isAdmitted ? admission.body : { label: admission.label ?? "" }
              resolve({
                status,
                headers: new Headers(),
                json: () => Promise.resolve(json),
              } as unknown as Response)
            })
          },
        )
      })
    })
}
