/**
 * Verifies the calls of a running service that answers them over a socket (contracts/upstream/member-api-socket.ts)
 * by the contract of its HTTP calls: each request becomes an event and each acknowledgement an answer. Beyond that it
 * verifies that a connection needs the key.
 */
import { Option, Schema } from "effect"
import type { Socket } from "socket.io-client"
import { KEY_REFUSED_LABEL } from "@foldcast/contracts/upstream/member-api"
import {
  MEMBER_API_NAMESPACE,
  MemberApiAnswer,
} from "@foldcast/contracts/upstream/member-api-socket"
import { type Answer, type CallTransport, type FurtherReading, noAnswer } from "./exchange.ts"
import { type Mismatch, shown } from "./matching.ts"
import type { PactFile } from "./pact-file.ts"
import type { ReadyRequest } from "./provider-values.ts"
import { type Found, timedVerdict, type Verdict } from "./verdict.ts"
import { type ProviderUnderTest, verifyHttp } from "./verify-http.ts"
import { connected } from "./verify-socket.ts"

/** The payload of the event that stands for a request of the contract. */
export const payloadOf = ({ target, headers, body }: ReadyRequest) => {
  const { pathname: path, searchParams } = new URL(target, "http://provider.invalid")
  const { lang = "", noNude, ...query } = Object.fromEntries(searchParams)
  const shownHeaders = new Headers(headers)
  const authorization = shownHeaders.get("authorization")
  return {
    path,
    ...(Object.keys(query).length > 0 && { query }),
    ...(body !== undefined && { body: JSON.parse(body) as unknown }),
    key: shownHeaders.get("x-api-key") ?? "",
    ...(authorization !== null && { token: authorization.replace(/^Bearer /u, "") }),
    lang,
    noNude: noNude === "true",
  }
}

const decodeAnswer = Schema.decodeUnknownOption(MemberApiAnswer)

const JSON_HEADERS = new Headers({ "Content-Type": "application/json" })

const answerIn = (acknowledgement: unknown): Answer | Mismatch => {
  const answer = Option.getOrUndefined(decodeAnswer(acknowledgement))
  if (answer === undefined) {
    const expected = "`status` from 100 to 599, `body`, and `at` in whole milliseconds since 1970"
    return { path: "acknowledgement", expected, actual: shown(acknowledgement) }
  }
  const { status, body } = answer
  return { status, headers: JSON_HEADERS, bytes: Buffer.from(JSON.stringify(body) ?? "") }
}

/** The client library's error when an acknowledgement does not come in time. */
const TIMED_OUT = "operation has timed out"

/** A connection is opened where there is none. */
class SocketTransport implements CallTransport {
  readonly #provider: ProviderUnderTest
  #socket: Socket | null = null

  constructor(provider: ProviderUnderTest) {
    this.#provider = provider
  }

  async send(request: ReadyRequest, timeoutMs: number): Promise<Answer | Mismatch> {
    const { key } = this.#provider
    if (this.#socket?.connected !== true) {
      const auth = { key: key.value }
      const opened = await connected(this.#provider, MEMBER_API_NAMESPACE, auth)
      if (typeof opened === "string") {
        const expected = `a connection to ${MEMBER_API_NAMESPACE} with the key ($${key.variable})`
        return { path: "socket", expected, actual: opened }
      }
      this.#socket = opened
    }
    try {
      const asked = this.#socket.timeout(timeoutMs)
      return answerIn(await asked.emitWithAck(request.method, payloadOf(request)))
    } catch (error) {
      const isLate = error instanceof Error && error.message === TIMED_OUT
      return noAnswer(timeoutMs, isLate ? "none in that time" : "the connection broke off")
    }
  }

  repetition(request: ReadyRequest): string {
    const { key } = this.#provider
    const payload = payloadOf(request)
    const told = payload.key === key.value ? { ...payload, key: `$${key.variable}` } : payload
    return `socket.emit("${request.method}", ${JSON.stringify(told)}, …)  on ${MEMBER_API_NAMESPACE}`
  }

  close(): void {
    this.#socket?.disconnect()
  }
}

const COURSE = {
  type: "Asynchronous/Messages" as const,
  description: "a connection with a key that is not known",
  contents: { content: null, contentType: "application/json" },
}

const verifyKeyIsNeeded = async (provider: ProviderUnderTest): Promise<Found> => {
  const socket = await connected(provider, MEMBER_API_NAMESPACE, { key: "a-key-nobody-knows" })
  if (socket === KEY_REFUSED_LABEL) return { mismatches: [], reproduction: null }
  if (typeof socket !== "string") socket.disconnect()
  const actual = typeof socket === "string" ? socket : "a connection"
  const expected = `the refusal ${KEY_REFUSED_LABEL}`
  return { mismatches: [{ path: "socket", expected, actual }], reproduction: null }
}

export const verifyCallsBySocket = async (
  provider: ProviderUnderTest,
  pact: PactFile,
  furtherReading: FurtherReading,
): Promise<Verdict> => {
  const key = await timedVerdict(pact, COURSE, () => verifyKeyIsNeeded(provider))
  const transport = new SocketTransport(provider)
  try {
    const verdict = await verifyHttp(provider, pact, furtherReading, transport)
    return { ...verdict, interactions: [...verdict.interactions, key] }
  } finally {
    transport.close()
  }
}
