/** Checks whether a port of this machine is free, and finds a free one. */
import { createServer } from "node:net"
import { Failure } from "../failure.ts"

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

export const freePort = (host: string): Promise<number> => listenOnce(host, 0)

/** The requested port; 0 means any free one. The error for a taken port names the setting to change. */
export const claimPort = async (setting: string, host: string, port: number): Promise<number> => {
  try {
    return await listenOnce(host, port)
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined
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
