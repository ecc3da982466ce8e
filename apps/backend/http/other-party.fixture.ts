/** Another party that a test plays: it answers each message with a status, or not at all. */
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"

export type HeardMessage = Readonly<Record<string, unknown>>

export interface OtherParty<Message> {
  /** Null leaves the message without an answer. */
  readonly answer: (message: Message) => number | null
  readonly read: (body: string, headers: IncomingHttpHeaders) => Message
}

export const otherPartyReading = async <Message>({ answer, read }: OtherParty<Message>) => {
  const heard: Array<Message> = []
  const waiting = new Set<() => void>()
  const server = createServer((request, response) => {
    let body = ""
    request.on("data", (chunk: Buffer) => (body += chunk.toString()))
    request.on("end", () => {
      const message = read(body, request.headers)
      heard.push(message)
      const status = answer(message)
      if (status !== null) response.writeHead(status).end("{}")
      for (const look of waiting) look()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    heard,
    /** When so many messages have been heard that fit. */
    until: (fits: (message: Message) => boolean, times = 1) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (heard.filter(fits).length < times) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Takes every message as it came. */
export const otherParty = (answer: OtherParty<HeardMessage>["answer"]) =>
  otherPartyReading({ answer, read: (body) => JSON.parse(body) as HeardMessage })
