/**
 * One run of the world: a plan is executed under a seed's interleaving, and all guarantees are checked after each
 * step. Then the faults stop and the world must converge.
 *
 *   plan ──▶ faults and people ──▶ heal ──▶ converged, or a violation
 *
 * Equal seed, plan and bug: equal trace.
 */
import { seededRandom } from "@foldcast/backend/seeded-random"
import type { CommandId, VisitId } from "@foldcast/contracts/ids"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import { foldAll } from "@foldcast/folds/site"
import "@foldcast/folds/with-all-slices"
import { Agenda } from "./agenda.ts"
import { Browser, ORIGIN, SimulatedTab } from "./browser.ts"
import { type Bug, NO_BUG } from "./bugs.ts"
import { Disk } from "./disk.ts"
import { type Gateway, SIMULATED_QUEUE_BYTES, startSimulatedGateway } from "./gateway.ts"
import type { Connection } from "./network.ts"
import { drawPlan, type Plan, type SimulationStep } from "./plan.ts"
import { Upstream } from "./upstream.ts"

export interface Run {
  readonly seed: number
  readonly plan: Plan
  /** Null if every guarantee held. */
  readonly violation: string | null
  readonly hash: string
  readonly steps: number
  /** Simulated milliseconds from the end of the faults until every tab had converged. */
  readonly convergedMs: number | null
  /** Kinds of events that occurred in the run. */
  readonly seen: ReadonlySet<string>
}

/** Time to converge after the faults end. */
const HEALED_MS = 120_000
const MAX_STEPS = 60_000
const MEMBERS = 2
/** Room for a `bye` and a ping beside the largest frame. */
const SMALL_FRAMES = 400

/** Facts of a member, which only the member's own browsers may receive. */
const OF_MEMBERS: ReadonlySet<string> = new Set([
  "LoggedIn",
  "MemberLoaded",
  "CreditsChanged",
  "FavouritesListed",
  "FavouriteAdded",
])

class Violation extends Error {}

const broken = (what: string): never => {
  throw new Violation(what)
}

/** Lets pending promises of the client and the gateway run; they take no simulated time. */
const promisesSettled = () => new Promise<void>((resolve) => setImmediate(resolve))

class SimulatedSite {
  readonly agenda: Agenda
  readonly disk: Disk
  readonly upstream: Upstream
  readonly browsers: ReadonlyArray<Browser>
  readonly tabs: Array<SimulatedTab> = []
  readonly connections: Array<Connection> = []
  readonly seen = new Set<string>()
  gateway: Gateway | null = null
  isHealed = false
  readonly #bug: Bug
  #commands = 0
  #failure: string | null = null

  constructor(seed: number, bug: Bug) {
    this.agenda = new Agenda(seededRandom(`run ${seed}`))
    this.disk = new Disk(this.agenda, bug)
    this.upstream = new Upstream(this.agenda, MEMBERS)
    this.#bug = bug
    this.browsers = [
      new Browser("a", false),
      new Browser("bb", false),
      new Browser("stranger", true),
    ]
    this.start()
  }

  start(): void {
    const { agenda, disk, upstream } = this
    this.gateway = startSimulatedGateway({
      agenda,
      disk,
      upstream,
      replaced: this.#bug,
      failed: (what) => this.#fail(`something broke beside a request: ${what}`),
    })
  }

  crash(downMs: number): void {
    const { gateway } = this
    if (gateway === null) return
    this.seen.add("crash")
    gateway.process.isRunning = false
    this.gateway = null
    for (const connection of this.connections) connection.cut()
    for (const tab of this.tabs) tab.lose(gateway.process)
    // Each event that was delivered must be on disk for the next gateway.
    for (const tab of this.tabs) if (tab.visit !== null) this.#agreesWithDisk(tab, tab.visit)
    this.agenda.add({ label: "restart", afterMs: downMs }, () => this.start())
  }

  carryOut(step: SimulationStep): void {
    this.agenda.note(JSON.stringify(step))
    const tab = "tab" in step ? this.#tab(step.tab) : undefined
    switch (step.do) {
      case "open":
        return this.#open(this.browsers[step.browser])
      case "leave":
        return tab?.leave()
      case "fact":
        return tab?.tellFact()
      case "logIn":
        return this.#command(tab, {
          _tag: "LogIn",
          email: this.upstream.members[step.member]?.email ?? "",
          password: "secret",
        })
      case "logOut":
        return this.#command(tab, { _tag: "LogOut" })
      case "favourite":
        return this.#command(tab, { _tag: "AddFavourite", performerId: `p${this.#commands}` })
      case "checkout":
        return this.#command(tab, {
          _tag: "OpenPaymentSession",
          bundleId: String(this.#commands),
          paymentMethod: "10",
          returnUrl: `${ORIGIN}/nl`,
          device: "desktop",
        })
      case "steal":
        return this.#steal(this.browsers[step.browser])
      case "earn": {
        const member = this.upstream.members[step.member]
        if (member === undefined) return
        for (let time = 0; time < step.times; time += 1) this.upstream.earn(member)
        return
      }
      case "flap":
        return this.upstream.flap(this.upstream.members[step.member]?.id ?? ("" as never))
      case "cut":
        return tab?.connection?.cut()
      case "silence":
        return tab?.connection?.silence(step.way)
      case "stall":
        return tab?.connection?.stall()
      case "lose":
        return tab?.connection?.loseNext()
      case "crash":
        return this.crash(step.downMs)
      case "slowDisk":
        this.disk.slowestMs = step.ms
        return
      case "lossy":
        this.upstream.lossiness = step.share
    }
  }

  heal(): void {
    this.isHealed = true
    this.disk.slowestMs = 4
    this.upstream.lossiness = 0
    for (const connection of this.connections) connection.readOn()
  }

  check(): void {
    if (this.#failure !== null) broken(this.#failure)
    for (const [what, times] of this.upstream.asked) {
      if (times > 1) broken(`one command asked ${times} times for ${what}`)
    }
    for (const connection of this.connections) {
      const most = SIMULATED_QUEUE_BYTES + connection.largestFrame + SMALL_FRAMES
      if (connection.queuedBytes > most) {
        broken(`${connection.queuedBytes} bytes wait on ${connection.id}, at most ${most} may`)
      }
    }
  }

  /** Null if everything is at rest, else the reason why not. */
  unrest(): string | null {
    for (const tab of this.tabs) {
      // The cookie from before a log-in is refused for a minute, so a browser that copied it may still be waiting.
      if (!tab.isHere || tab.browser.isStranger) continue
      if (tab.status._tag !== "Live") return `${tab.name} is ${JSON.stringify(tab.status)}`
      const visit = tab.visit === null ? null : this.disk.syncedVisit(tab.visit)
      if (visit === null) return `${tab.name} follows a visit that is not there`
      if (visit.ended) return `${tab.name} follows a visit that has ended`
      if (visit.head !== tab.log.length) {
        return `${tab.name} is at ${tab.log.length} of ${visit.head}`
      }
      const member = this.upstream.members.find(({ id }) => id === visit.member)
      const { balance } = tab.state.credits
      if (member !== undefined && balance !== member.credits) {
        return `${tab.name} shows ${balance} credits of ${member.credits}`
      }
      const ids = tab.state.favourites.performerIds
      if (member !== undefined && ids?.length !== member.favourites.size) {
        return `${tab.name} shows ${ids?.length} favourites of ${member.favourites.size}`
      }
    }
    return null
  }

  /**
   * At the end: folding one event at a time, as the browser does, gives the same state as folding the log at once.
   */
  checkFolds(): void {
    for (const tab of this.tabs) {
      if (tab.visit === null) continue
      const wires = this.disk.syncedWires(tab.visit, 0).slice(0, tab.log.length)
      const entries = wires.map((wire) => ({
        kind: "event" as const,
        envelope: JSON.parse(wire) as OpenEnvelope,
      }))
      const folded = foldAll(INITIAL_STATE, entries)
      if (JSON.stringify(folded) !== JSON.stringify(tab.state)) {
        broken(`${tab.name} folded something else than its log holds`)
      }
    }
  }

  #tab(index: number): SimulatedTab | undefined {
    const here = this.tabs.filter((tab) => tab.isHere && !tab.browser.isStranger)
    return here[index % Math.max(here.length, 1)]
  }

  #open(browser: Browser | undefined): void {
    if (browser === undefined || this.tabs.filter(({ isHere }) => isHere).length >= 6) return
    const { agenda } = this
    const name = `${browser.name}${this.tabs.length + 1}`
    const tab: SimulatedTab = new SimulatedTab(
      browser,
      name,
      {
        agenda,
        gateway: () => (this.gateway?.isListening === true ? this.gateway : null),
        lossiness: () => this.upstream.lossiness,
        opened: (connection, of) => this.#watch(connection, of),
      },
      (of, { visit, events }) => this.#delivered(of, visit, events),
    )
    this.tabs.push(tab)
  }

  #steal(from: Browser | undefined): void {
    const stranger = this.browsers.find(({ isStranger }) => isStranger)
    if (stranger === undefined || from === undefined || from.cookie === null) return
    if (from.hasAskedIn) return
    this.seen.add("stolen cookie")
    stranger.cookie = from.cookie
    this.#open(stranger)
  }

  #command(tab: SimulatedTab | undefined, command: Parameters<SimulatedTab["command"]>[1]): void {
    if (tab === undefined) return
    this.#commands += 1
    const commandId = `command-${this.#commands}` as CommandId
    if (command._tag === "LogIn") tab.browser.hasAskedIn = true
    const asked = tab.visit
    void this.#answered(command._tag, asked, tab.command(commandId, command))
  }

  /** An admitted command is in the log when its answer arrives. */
  async #answered(
    tag: string,
    visit: VisitId | null,
    answered: ReturnType<SimulatedTab["command"]>,
  ): Promise<void> {
    const answer = await answered
    if (answer?._tag !== "Admitted" || visit === null) return
    this.seen.add(tag)
    const head = this.disk.syncedVisit(visit)?.head ?? 0
    if (head < answer.seq) this.#fail(`${tag} was admitted and is not in the log`)
  }

  /** Checks every frame that reaches a browser, whether or not the client uses it. */
  #watch(connection: Connection, tab: SimulatedTab): void {
    this.connections.push(connection)
    connection.onArrival = (text) => {
      const frame = JSON.parse(text) as { readonly k: string; readonly n?: number } & {
        readonly events?: ReadonlyArray<OpenEnvelope>
      }
      this.seen.add(frame.k)
      if (frame.k === "stored") tab.storedN = Math.max(tab.storedN, frame.n ?? 0)
      for (const { event } of frame.events ?? []) {
        if (tab.browser.isStranger && OF_MEMBERS.has(event._tag)) {
          this.#fail(`a stranger was told ${event._tag}`)
        }
      }
    }
  }

  /** Runs while a frame arrives, so violations are reported after the step. */
  #delivered(tab: SimulatedTab, visit: VisitId, events: ReadonlyArray<OpenEnvelope>): void {
    const before = tab.log.length
    const wires = this.disk.syncedWires(visit, before)
    for (const [index, envelope] of events.entries()) {
      if (envelope.seq !== before + index + 1)
        this.#fail(`${tab.name} has a gap at ${envelope.seq}`)
      if (JSON.stringify(envelope) !== wires[index]) {
        this.#fail(`${tab.name} was told at ${envelope.seq} what the disk does not hold`)
      }
    }
    if (!isInOrder([...tab.log, ...events])) {
      this.#fail(`${tab.name} was told a balance before the one before it`)
    }
  }

  #agreesWithDisk(tab: SimulatedTab, visit: VisitId): void {
    const wires = this.disk.syncedWires(visit, 0)
    const isPrefix = tab.log.every((envelope, index) => JSON.stringify(envelope) === wires[index])
    if (!isPrefix) this.#fail(`a crash took what ${tab.name} was told`)
    const stored = this.disk.syncedVisit(visit)?.n ?? 0
    if (stored < tab.storedN)
      this.#fail(`a crash took client facts of ${tab.name} that were stored`)
  }

  #fail(what: string): void {
    this.#failure ??= what
  }
}

/** A socket sends balances in order, and balances in the model only grow. */
const isInOrder = (log: ReadonlyArray<OpenEnvelope>): boolean => {
  let last = 0
  for (const { event, src } of log) {
    if (event._tag === "LoggedIn" || event._tag === "LoggedOut") last = 0
    if (event._tag !== "CreditsChanged" || src.from !== "member-socket") continue
    const credits = Number(event["credits"])
    if (credits < last) return false
    last = credits
  }
  return true
}

/** Runs steps until `until`, or until a violation. */
const advance = async (site: SimulatedSite, until: number, atRest: () => boolean) => {
  while (!atRest()) {
    const next = site.agenda.next()
    if (next === undefined || next > until) return
    if (site.agenda.steps > MAX_STEPS) broken("the run does not come to an end")
    site.agenda.step()
    await promisesSettled()
    site.check()
  }
}

export const run = async (
  seed: number,
  bug: Bug = NO_BUG,
  plan: Plan = drawPlan(seededRandom(`plan ${seed}`)),
): Promise<Run> => {
  const site = new SimulatedSite(seed, bug)
  const { agenda } = site
  const start = agenda.now
  let convergedMs: number | null = null
  let violation: string | null = null
  try {
    for (const { at, step } of plan) {
      await advance(site, start + at, () => false)
      agenda.now = Math.max(agenda.now, start + at)
      site.carryOut(step)
      await promisesSettled()
      site.check()
    }
    await advance(site, Math.max(agenda.now, start + (plan.at(-1)?.at ?? 0)) + 1_000, () => false)
    site.heal()
    const healed = agenda.now
    // With answers in transit, one moment of rest is not enough: rest has to last.
    let restSince: number | null = null
    await advance(site, healed + HEALED_MS, () => {
      if (site.unrest() !== null) restSince = null
      else restSince ??= agenda.now
      return restSince !== null && agenda.now - restSince > 6_000
    })
    const unrest = site.unrest()
    if (unrest !== null) broken(`after the faults: ${unrest}`)
    convergedMs = (restSince ?? agenda.now) - healed
    site.checkFolds()
  } catch (error) {
    if (!(error instanceof Violation)) throw error
    violation = error.message
  }
  site.disk.close()
  const { seen } = site
  return { seed, plan, violation, hash: agenda.hash(), steps: agenda.steps, convergedMs, seen }
}
