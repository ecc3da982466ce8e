/**
 * Connections that break at unexpected moments: bytes are written, and then the connection is reset, at once, a
 * moment later, or after the other side has answered.
 */
import { connect, type Socket } from "node:net"

/**
 * When it breaks: at once, in the next turn of the event loop, after a delay, or when the other side has sent
 * something.
 */
export const BREAKS = ["at once", "next turn", "later", "answered"] as const
export type Break = (typeof BREAKS)[number]

/** Long enough that a server is in the middle of something, short enough for hundreds of them. */
const LATER_MS = 40
/** Time limit for a server that sends nothing. */
const SILENT_MS = 400

const whenToBreak = (socket: Socket, when: Break): Promise<void> => {
  switch (when) {
    case "at once":
      return Promise.resolve()
    case "next turn":
      return new Promise((resolve) => setImmediate(() => resolve()))
    case "later":
      return new Promise((resolve) => setTimeout(resolve, LATER_MS))
    case "answered":
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, SILENT_MS)
        socket.once("data", () => {
          clearTimeout(timer)
          resolve()
        })
      })
  }
}

/** Writes `pieces` one after another, and resets the connection. */
export const breakAfter = async (
  port: number,
  pieces: ReadonlyArray<string | Uint8Array>,
  when: Break,
): Promise<void> => {
  const socket = connect(port, "127.0.0.1")
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()))
  socket.on("error", () => undefined)
  await new Promise<void>((resolve) => {
    socket.once("connect", () => resolve())
    socket.once("close", () => resolve())
  })
  for (const piece of pieces) {
    await new Promise<void>((resolve) => socket.write(piece, () => resolve()))
  }
  await whenToBreak(socket, when)
  socket.resetAndDestroy()
  await closed
}
