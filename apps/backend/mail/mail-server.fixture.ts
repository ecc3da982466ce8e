/** An SMTP server for tests, on loopback: stores accepted mails and behaves as a test wants. */
import { createServer, type Socket } from "node:net"
import type { AddressInfo } from "node:net"

export interface TestServerMail {
  readonly from: string
  readonly to: ReadonlyArray<string>
  /** Names in lower case; a folded header on one line. */
  readonly headers: ReadonlyMap<string, string>
  readonly raw: string
  readonly text: string
  readonly html: string
  /** The URLs in its text. */
  readonly links: ReadonlyArray<string>
}

/**
 * `busy` refuses temporarily, `refuse` permanently; `break` accepts a mail and closes the connection before it
 * answers.
 */
export type Behaviour = "take" | "busy" | "refuse" | "break"

const unquoted = (text: string): string =>
  Buffer.from(
    text
      .replaceAll(/=\r\n/gu, "")
      .replaceAll(/=([0-9A-F]{2})/gu, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    "latin1",
  ).toString("utf8")

const split = (raw: string): readonly [head: string, body: string] => {
  const end = raw.indexOf("\r\n\r\n")
  return end < 0 ? [raw, ""] : [raw.slice(0, end), raw.slice(end + 4)]
}

const headersOf = (head: string): ReadonlyMap<string, string> =>
  new Map(
    head
      .replaceAll(/\r\n[ \t]+/gu, " ")
      .split("\r\n")
      .map((line) => {
        const colon = line.indexOf(":")
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
      }),
  )

const decoded = (headers: ReadonlyMap<string, string>, body: string): string => {
  switch (headers.get("content-transfer-encoding")) {
    case "quoted-printable":
      return unquoted(body)
    case "base64":
      return Buffer.from(body, "base64").toString("utf8")
    default:
      return body
  }
}

const readMail = (from: string, to: ReadonlyArray<string>, raw: string): TestServerMail => {
  const [head, body] = split(raw)
  const headers = headersOf(head)
  const boundary = /boundary="([^"]+)"/u.exec(headers.get("content-type") ?? "")?.[1]
  const parts = body.split(`--${boundary}`).map((part) => {
    const [partHead, partBody] = split(part.replace(/^\r\n/u, ""))
    const own = headersOf(partHead)
    return { type: own.get("content-type") ?? "", text: decoded(own, partBody) }
  })
  const partOf = (type: string) => parts.find((part) => part.type.startsWith(type))?.text ?? ""
  const text = partOf("text/plain")
  const links = text.match(/https?:\/\/\S+/gu) ?? []
  return { from, to, headers, raw, text, html: partOf("text/html"), links }
}

export const testMailServer = async (port = 0) => {
  const mails: Array<TestServerMail> = []
  const sockets = new Set<Socket>()
  const waiting = new Set<() => void>()
  let underWay = 0
  const state: { behaviour: Behaviour; attempts: number; mostAtOnce: number } = {
    behaviour: "take",
    attempts: 0,
    mostAtOnce: 0,
  }

  const serve = (socket: Socket) => {
    let from = ""
    let to: Array<string> = []
    let input = ""
    let inData = false
    const say = (line: string) => socket.write(`${line}\r\n`)
    const onData = (raw: string) => {
      if (state.behaviour !== "busy" && state.behaviour !== "refuse") {
        mails.push(readMail(from, to, raw.replaceAll("\r\n..", "\r\n.")))
      }
      underWay--
      if (state.behaviour === "break") socket.destroy()
      else say("250 taken")
      for (const look of waiting) look()
    }
    const onLine = (line: string) => {
      const verb = line.slice(0, 4).toUpperCase()
      const address = /<([^>]*)>/u.exec(line)?.[1] ?? ""
      if (verb === "MAIL") {
        from = address
        to = []
        state.attempts++
        state.mostAtOnce = Math.max(state.mostAtOnce, ++underWay)
        say("250 ok")
      } else if (verb === "RCPT") {
        to.push(address)
        say(
          { take: "250 ok", break: "250 ok", busy: "451 later", refuse: "550 nobody here" }[
            state.behaviour
          ],
        )
      } else if (verb === "DATA") {
        inData = true
        say("354 go on")
      } else if (verb === "QUIT") socket.end("221 bye\r\n")
      else say("250 ok")
    }
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket))
    socket.on("error", () => undefined)
    socket.on("data", (chunk) => {
      input += chunk.toString("latin1")
      for (;;) {
        const end = input.indexOf(inData ? "\r\n.\r\n" : "\r\n")
        if (end < 0) return
        const piece = input.slice(0, end)
        input = input.slice(end + (inData ? 5 : 2))
        if (inData) {
          inData = false
          onData(Buffer.from(piece, "latin1").toString("utf8"))
        } else onLine(piece)
      }
    })
    say("220 test")
  }

  const server = createServer(serve)
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", resolve)
  })
  const own = (server.address() as AddressInfo).port
  const until = (fact: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!fact()) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })
  return {
    port: own,
    url: `smtp://127.0.0.1:${own}`,
    /** Every accepted mail, in order. */
    mails,
    state,
    /** Resolves after that many mails. */
    until: (count: number) => until(() => mails.length >= count),
    /** The `nth` mail to this address; waits for it. */
    mailTo: async (address: string, nth = 1): Promise<TestServerMail> => {
      const found = () => mails.filter(({ to }) => to.includes(address))[nth - 1]
      await until(() => found() !== undefined)
      return found() as TestServerMail
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
export type TestMailServer = Awaited<ReturnType<typeof testMailServer>>
