#!/usr/bin/env node
/**
 * Debian's Firefox in the form that Playwright starts: a program that prints the address of its WebDriver BiDi
 * server. For every new context, Playwright sends `emulation.setMediaFeaturesOverride`, which this Firefox does not
 * know yet, and fails without an answer. The bridge answers that one command and forwards all others unchanged. The
 * profile sets the media features instead (test/support/firefox.ts).
 *
 * The bridge ends with Firefox, which ends with Playwright's connection. ADR 0053.
 */
import { spawn } from "node:child_process"
import type { AddressInfo } from "node:net"
import { createInterface } from "node:readline"
import { type RawData, WebSocket, WebSocketServer } from "ws"

const UNKNOWN_TO_FIREFOX = "emulation.setMediaFeaturesOverride"
const LISTENING = /WebDriver BiDi listening on (ws:\/\/\S+)$/u

interface BidiCommand {
  readonly id: number
  readonly method: string
}

const { FIREFOX_PATH: program = "" } = process.env
const firefox = spawn(program, process.argv.slice(2), {
  stdio: ["ignore", "inherit", "pipe"],
})
firefox.once("exit", (code) => process.exit(code ?? 1))

/** `ws` delivers whole messages as a Buffer. */
const textOf = (data: RawData): string => (data as Buffer).toString()

const bridge = (client: WebSocket, upstream: WebSocket) => {
  const early: Array<string> = []
  upstream.once("open", () => {
    for (const text of early.splice(0)) upstream.send(text)
  })
  client.on("message", (data) => {
    const text = textOf(data)
    const { id, method } = JSON.parse(text) as BidiCommand
    if (method === UNKNOWN_TO_FIREFOX) {
      client.send(JSON.stringify({ type: "success", id, result: {} }))
    } else if (upstream.readyState === WebSocket.CONNECTING) early.push(text)
    else upstream.send(text)
  })
  upstream.on("message", (data) => client.send(textOf(data)))
  upstream.once("close", () => client.close())
  // Only the bridge stops Firefox, also when the tests crash.
  client.once("close", () => firefox.kill())
  upstream.on("error", (error) => console.error(error.message))
}

const listen = (address: string) => {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 })
  server.on("connection", (client, { url }) =>
    bridge(
      client,
      new WebSocket(`${address}${url ?? ""}`, { maxPayload: 0, perMessageDeflate: false }),
    ),
  )
  server.once("listening", () => {
    const { port } = server.address() as AddressInfo
    console.error(`WebDriver BiDi listening on ws://127.0.0.1:${String(port)}`)
  })
}

createInterface({ input: firefox.stderr }).on("line", (line) => {
  const [, address] = LISTENING.exec(line) ?? []
  if (address === undefined) console.error(line)
  else listen(address)
})
