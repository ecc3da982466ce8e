/**
 * The real site with more activity than the demo has: a relay between site and browser appends a thousand
 * performers to the first page of any list, and signals new statuses of fifty of them each second. It forwards
 * everything else unchanged: the page, its scripts, its pictures, its log.
 */
import { once } from "node:events"
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { type RawData, WebSocket, WebSocketServer } from "ws"
import type { PerformerSummary, PerformersAnswer } from "@foldcast/contracts/queries/performers"

/** The statuses that one performer passes through: on, off, free, in VIP, in pause. */
const STATUSES = [1, 3, 5, 9, 1, 3] as const
const CHANGES_PER_SECOND = 50
const PAGE = 30

export interface BusySite {
  readonly origin: string
  readonly signalled: () => number
  readonly setBusy: (isBusy: boolean) => void
  readonly close: () => Promise<void>
}

const cardsOf = async (site: string): Promise<ReadonlyArray<PerformerSummary>> => {
  const answer = await fetch(`${site}/api/performers?lang=en&page=1&limit=990`)
  if (!answer.ok) throw new Error(`the site answers ${answer.status} about its performers`)
  const { performers } = (await answer.json()) as PerformersAnswer
  if (performers.length < PAGE) throw new Error(`the site has ${performers.length} performers`)
  return performers
}

/** All existing performers, and copies of them up to `count`. */
const crowdOf = (cards: ReadonlyArray<PerformerSummary>, count: number) =>
  Array.from({ length: count }, (_, index): PerformerSummary => {
    const model = cards[index % cards.length]
    if (model === undefined) throw new Error("there is nobody")
    return index < PAGE
      ? model
      : {
          ...model,
          performerId: `crowd-${index}`,
          username: `${model.username}${index}`,
          onlineStatus: STATUSES[index % STATUSES.length] ?? 1,
        }
  })

/** `ws` delivers a message as one buffer by default. */
const textOf = (data: RawData) => (data as Buffer).toString("utf8")

const relayed = (site: URL, request: IncomingMessage, response: ServerResponse) => {
  const { method, headers } = request
  const sent = ask(new URL(request.url ?? "/", site), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  sent.on("error", () => response.destroy())
  request.pipe(sent)
}

/** The pages after a list's first page; null: the site answers. */
const furtherPage = (
  { pathname, searchParams }: URL,
  crowd: ReadonlyArray<PerformerSummary>,
): PerformersAnswer | null => {
  const page = Number(searchParams.get("page") ?? 1)
  const limit = Number(searchParams.get("limit") ?? PAGE)
  if (pathname !== "/api/performers" || searchParams.has("ids") || page * limit <= PAGE) return null
  const performers = crowd.slice((page - 1) * limit, page * limit)
  return { at: Date.now(), performers, page, limit, hasMorePages: performers.length === limit }
}

export const serveBusySite = async (origin: string, performers: number): Promise<BusySite> => {
  const site = new URL(origin)
  const cards = await cardsOf(origin)
  const crowd = crowdOf(cards, performers)
  const browsers = new Set<WebSocket>()
  let turn = 0
  let signalled = 0

  const server = createServer((request, response) => {
    const further = furtherPage(new URL(request.url ?? "/", site), crowd)
    if (further === null) return relayed(site, request, response)
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(further))
  })

  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  server.on("upgrade", (request, socket, head) => {
    const { origin: from, cookie = "", host } = request.headers
    const offered = (request.headers["sec-websocket-protocol"] ?? "").split(/,\s*/u).filter(Boolean)
    const upstream = new WebSocket(new URL(request.url ?? "/", site), offered, {
      perMessageDeflate: false,
      headers: {
        cookie,
        ...(host !== undefined && { host }),
        ...(from !== undefined && { origin: from }),
      },
    })
    upstream.on("error", () => socket.destroy())
    upstream.on("open", () => {
      sockets.handleUpgrade(request, socket, head, (browser) => {
        browsers.add(browser)
        upstream.on("message", (data) => browser.send(textOf(data)))
        browser.on("message", (data) => upstream.send(textOf(data)))
        upstream.on("close", () => browser.close())
        browser.on("close", () => {
          browsers.delete(browser)
          upstream.close()
        })
      })
    })
  })

  /** Only performers of the first two pages, which the browser surely shows. */
  const signal = () => {
    turn += 1
    const shown = crowd.slice(0, 2 * PAGE)
    const statuses = Object.fromEntries(
      Array.from({ length: CHANGES_PER_SECOND }, (_, index) => {
        const at = (turn * 7 + index) % shown.length
        return [shown[at]?.performerId, STATUSES[(at + turn) % STATUSES.length]]
      }),
    )
    const frame = JSON.stringify({
      k: "signal",
      topic: "performer-statuses",
      data: { at: Date.now(), statuses },
    })
    for (const browser of browsers) {
      browser.send(frame)
      signalled += CHANGES_PER_SECOND
    }
  }
  let timer: ReturnType<typeof setInterval> | undefined

  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    signalled: () => signalled,
    setBusy: (isBusy) => {
      clearInterval(timer)
      timer = isBusy ? setInterval(signal, 1_000) : undefined
    },
    close: async () => {
      clearInterval(timer)
      for (const browser of browsers) browser.terminate()
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}
