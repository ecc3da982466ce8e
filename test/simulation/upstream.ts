/**
 * The upstream as a small model: members with a balance that only grows, favourites, and a socket per member that
 * drops messages it could not send. Requests and answers take time and may be lost; completed actions stay
 * completed.
 */
import { Effect, Redacted } from "effect"
import type { MemberId } from "@foldcast/contracts/ids"
import { TOKEN_REFUSED_LABEL } from "@foldcast/contracts/upstream/member-api"
import type { CallOutcome } from "@foldcast/gateway/upstream/frame"
import type { ApiRequest, MemberApiShape } from "@foldcast/gateway/upstream/member-api"
import type {
  MemberSocketListener,
  MemberSocketsShape,
} from "@foldcast/gateway/upstream/member-socket"
import type { Agenda, Process } from "./agenda.ts"

export const BANK = "bank.example"
const GIVEN_UP_AFTER_MS = 5_000
const RECONNECT_MS = 400
const YEAR_SECONDS = 31_536_000

export interface UpstreamMember {
  readonly id: MemberId
  readonly email: string
  /** Ends with the member's own digit, which identifies a balance that reached the wrong browser. */
  credits: number
  readonly favourites: Set<string>
}

const tokenOf = (member: UpstreamMember, now: number) => {
  const payload = { id: member.id, exp: Math.floor(now / 1_000) + YEAR_SECONDS }
  return `header.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.signature`
}

/** Whether the token belongs to this member, whenever it was issued. */
const isTokenOf = ({ id }: UpstreamMember, token: string) => {
  const [, payload = ""] = token.split(".")
  return Buffer.from(payload, "base64url").toString("utf8").startsWith(`{"id":"${id}",`)
}

interface Held {
  readonly process: Process
  readonly listener: MemberSocketListener
  /** Number of the connection: messages in transit on an older one are lost. */
  connection: number
  isConnected: boolean
}

export class Upstream {
  readonly members: ReadonlyArray<UpstreamMember>
  /**
   * How often each at-most-once action was requested. A payment session is opened once by all gateways together. A
   * favourite is requested again by the next gateway if the last one died before it stored the answer, and is still
   * saved once; one gateway requests it once.
   */
  readonly asked = new Map<string, number>()
  /** The share of requests and answers that is lost. */
  lossiness = 0
  readonly #agenda: Agenda
  readonly #held = new Map<MemberId, Held>()
  #run: (effect: Effect.Effect<void>) => void = () => undefined
  #gateways = 0

  constructor(agenda: Agenda, count: number) {
    this.#agenda = agenda
    this.members = Array.from({ length: count }, (_, index) => ({
      id: `${index + 1}` as MemberId,
      email: `member${index + 1}@mail.example`,
      credits: 100 + index + 1,
      favourites: new Set<string>(),
    }))
  }

  /** A new gateway serves from now on: the sockets of the previous one closed with it. */
  servedBy(run: (effect: Effect.Effect<void>) => void): void {
    this.#run = run
    this.#held.clear()
  }

  api(process: Process): MemberApiShape {
    this.#gateways += 1
    const gateway = this.#gateways
    const call = (request: ApiRequest) =>
      Effect.callback<CallOutcome<unknown>>((resume) => {
        const agenda = this.#agenda
        const isRead = request.call.startsWith("GET")
        const silent: CallOutcome<unknown> = { _tag: isRead ? "Unavailable" : "Unknown" }
        const giveUp = agenda.add(
          { label: `${request.call} given up`, afterMs: GIVEN_UP_AFTER_MS, process },
          () => resume(Effect.succeed(silent)),
        )
        if (this.#isLost()) return
        agenda.add({ label: request.call, afterMs: this.#delay() }, () => {
          const outcome = this.#answer(request, gateway)
          if (this.#isLost()) return
          agenda.add({ label: "answered", afterMs: this.#delay(), process }, () => {
            giveUp()
            resume(Effect.succeed(outcome))
          })
        })
      })
    return { call: call as MemberApiShape["call"] }
  }

  sockets(process: Process): MemberSocketsShape {
    return {
      hold: (member, listener) =>
        Effect.sync(() => {
          if (this.#held.has(member)) return
          this.#held.set(member, { process, listener, connection: 0, isConnected: false })
          this.#connect(member, false)
        }),
      release: (member) => Effect.sync(() => void this.#held.delete(member)),
      held: () => this.#held.keys(),
    }
  }

  earn(member: UpstreamMember): void {
    member.credits += 10
    this.#send(member.id, "updated-credits", { credits: member.credits })
  }

  /** Drops the member's socket; messages in transit on it are lost. */
  flap(member: MemberId): void {
    const held = this.#held.get(member)
    if (held?.isConnected !== true) return
    held.isConnected = false
    held.connection += 1
    this.#run(held.listener.interrupted)
    this.#connect(member, true)
  }

  #connect(member: MemberId, again: boolean): void {
    const held = this.#held.get(member)
    if (held === undefined) return
    const { process } = held
    this.#agenda.add({ label: "socket opens", afterMs: RECONNECT_MS, process }, () => {
      if (this.#held.get(member) !== held) return
      this.#run(
        Effect.flatMap(held.listener.token, (token) => {
          if (this.#held.get(member) !== held) return Effect.void
          if (token === null) {
            return Effect.map(held.listener.refused, (other) => {
              if (other) this.#connect(member, again)
            })
          }
          held.isConnected = true
          return held.listener.connected(again)
        }),
      )
    })
  }

  #send(member: MemberId, name: string, payload: unknown): void {
    const held = this.#held.get(member)
    if (held?.isConnected !== true) return
    const { process, connection } = held
    const lane = `socket ${member} ${connection}`
    this.#agenda.add({ label: name, afterMs: this.#delay(), lane, process }, () => {
      if (this.#held.get(member) !== held || held.connection !== connection) return
      held.listener.event(name, payload)
    })
  }

  #answer({ call, body, token }: ApiRequest, gateway: number): CallOutcome<unknown> {
    const { email, performerId, bundle } = (body ?? {}) as Readonly<
      Record<"email" | "performerId" | "bundle", string | undefined>
    >
    const secret = token === undefined ? "" : Redacted.value(token)
    const member = this.members.find((one) => one.email === email || isTokenOf(one, secret))
    if (member === undefined)
      return { _tag: "Refused", status: 401, label: TOKEN_REFUSED_LABEL, fields: [] }
    switch (call) {
      case "POST /login":
        return { _tag: "Answered", body: { token: tokenOf(member, this.#agenda.now) } }
      case "GET /basic-info":
        return {
          _tag: "Answered",
          body: {
            username: `name${member.id}`,
            email: member.email,
            credits: member.credits,
            verified: true,
            lander: null,
            endUserText: null,
          },
        }
      case "GET /credits":
        return { _tag: "Answered", body: { credits: member.credits } }
      case "GET /favourite":
        return {
          _tag: "Answered",
          body: { favourites: [...member.favourites].map((id) => ({ performerId: id })) },
        }
      case "POST /favourite": {
        const performer = performerId ?? ""
        this.#count(`${call} ${performer} by gateway ${gateway}`)
        if (!member.favourites.has(performer)) {
          member.favourites.add(performer)
          this.#send(member.id, "favourite-add", { performerId: performer })
        }
        return { _tag: "Answered", body: {} }
      }
      case "POST /payment/session":
        this.#count(`${call} ${bundle}`)
        return {
          _tag: "Answered",
          body: { sessionId: `session-${bundle}`, paymentURL: `http://${BANK}/pay` },
        }
      default:
        return { _tag: "Unavailable" }
    }
  }

  #count(what: string): void {
    this.asked.set(what, (this.asked.get(what) ?? 0) + 1)
  }

  #isLost(): boolean {
    return this.#agenda.random.chance(this.lossiness)
  }

  #delay(): number {
    return this.#agenda.random.whole(1, 60)
  }
}
