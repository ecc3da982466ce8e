/** The hooks of a chat service, for tests: who is allowed, with which loop, and which events came. */
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import type { EngineEvent } from "./engine/media-engine.ts"
import type { EngineNotification } from "./hooks/event-notifier.ts"
import { CODED_LOOP, codedLoopFile } from "./loops/coded-loop.fixture.ts"

export interface AskedQuestion {
  readonly token: string
  readonly action: string
  readonly path: string
  readonly protocol: string
  readonly id: string
  readonly ip: string
}

export interface HookServer {
  readonly authUrl: string
  readonly eventsUrl: string
  readonly loopsUrl: string
  readonly key: string
  /** The events that it accepted. */
  readonly keys: Set<string>
  /** By token; other tokens are refused. */
  readonly loops: Map<string, string | null>
  /** The files of loops, by their names; the coded loops are there. */
  readonly loopFiles: Map<string, Uint8Array>
  readonly asked: ReadonlyArray<AskedQuestion>
  readonly told: ReadonlyArray<EngineEvent>
  /** How often an engine told that it had started. */
  starts: number
  /** How many of the next events are refused. */
  refusals: number
  /** The status that the hook answers instead; 0 for none. */
  status: number
  /** It receives requests and answers none. */
  isSilent: boolean
  readonly close: () => Promise<void>
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Array<Buffer> = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString("utf8")
}

export const startHookServer = async (): Promise<HookServer> => {
  const key = "key-of-the-hooks-in-a-test"
  const asked: Array<AskedQuestion> = []
  const told: Array<EngineEvent> = []
  const server = createServer((request, response) => {
    void bodyOf(request).then((text) => {
      const answer = (status: number, body = "") => response.writeHead(status).end(body)
      const [, shown = ""] = (request.headers.authorization ?? "").split("Bearer ")
      if (!hooks.keys.has(shown)) return answer(401)
      const [, loopName] = /^\/loops\/(.+)$/u.exec(request.url ?? "") ?? []
      if (loopName !== undefined) {
        const file = hooks.loopFiles.get(loopName)
        return file === undefined ? answer(404) : response.writeHead(200).end(file)
      }
      if (request.url === "/events") {
        if (hooks.refusals > 0) {
          hooks.refusals -= 1
          return answer(500)
        }
        const notice = JSON.parse(text) as EngineNotification
        if (notice.kind === "started") hooks.starts += 1
        else told.push(notice)
        return answer(204)
      }
      const question = JSON.parse(text) as AskedQuestion
      asked.push(question)
      if (hooks.isSilent) return
      if (hooks.status > 0) return answer(hooks.status)
      const loop = hooks.loops.get(question.token)
      return loop === undefined ? answer(403) : answer(200, JSON.stringify({ loop }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const hooks: HookServer = {
    authUrl: `${url}/authorise`,
    eventsUrl: `${url}/events`,
    loopsUrl: `${url}/loops`,
    key,
    keys: new Set([key]),
    loops: new Map(),
    loopFiles: new Map([[CODED_LOOP, codedLoopFile()]]),
    asked,
    told,
    starts: 0,
    refusals: 0,
    status: 0,
    isSilent: false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return hooks
}
