/**
 * Checks whether a port of this machine is free, and finds a free one.
 *
 * Who asks listens later, so a free port must stay free for some seconds. The system gives ports from its own
 * range to every outgoing connection, so one that it names can be taken meanwhile. Ports are therefore searched
 * below that range, by each process from a place of its own.
 */
import { createServer } from "node:net"
import { Failure } from "../failure.ts"

/** Below 32768, where Linux begins (49152 elsewhere), and above 10080, which browsers refuse. */
export const SEARCHED_PORTS = { first: 11_000, last: 31_999 }
/** Processes that start one after the other have consecutive ids: each begins its search this far from the other. */
const PORTS_APART = 101
const SEARCHED_COUNT = SEARCHED_PORTS.last - SEARCHED_PORTS.first + 1

/** Taken, or in a range that the system reserves, as Windows does. No port of the search needs rights. */
const PASSED_OVER: ReadonlySet<unknown> = new Set(["EADDRINUSE", "EACCES"])

let searched = process.pid * PORTS_APART

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error ? error.code : undefined

const listenOnce = (host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address()
      const taken = typeof address === "object" && address !== null ? address.port : port
      server.close(() => resolve(taken))
    })
  })

/** Never the same one twice in a process until all have been tried. */
export const freePort = async (host: string): Promise<number> => {
  for (let tried = 0; tried < SEARCHED_COUNT; tried += 1) {
    const port = SEARCHED_PORTS.first + (searched++ % SEARCHED_COUNT)
    try {
      return await listenOnce(host, port)
    } catch (error) {
      if (!PASSED_OVER.has(codeOf(error))) throw error
    }
  }
  throw new Failure(
    `No port from ${SEARCHED_PORTS.first} to ${SEARCHED_PORTS.last} is free on ${host}.`,
    1,
  )
}

/** The requested port; 0 means any free one. The error for a taken port names the setting to change. */
export const claimPort = async (setting: string, host: string, port: number): Promise<number> => {
  if (port === 0) return freePort(host)
  try {
    return await listenOnce(host, port)
  } catch (error) {
    const code = codeOf(error)
    if (code === "EADDRINUSE") {
      throw new Failure(
        `Port ${port} is taken by another process. End it, or set ${setting} to another port: ${setting}=${port + 10} npm start.`,
        1,
      )
    }
    if (code === "EACCES") {
      throw new Failure(
        `Port ${port} needs rights this user does not have: set ${setting} to one above 1023.`,
        1,
      )
    }
    throw error
  }
}
