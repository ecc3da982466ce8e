/** Rooms of a whole backend for tests: lobby and session connections over real sockets, and a gateway's calls. */
import { randomUUID } from "node:crypto"
import { io, type Socket } from "socket.io-client"
import { KEY, testBackend } from "../backend.fixture.ts"

export type ReceivedEvent = readonly [string, Record<string, unknown>]

export interface EventCollector {
  readonly socket: Socket
  readonly id: string
  readonly heard: ReadonlyArray<ReceivedEvent>
  /** The first matching event, past or future. */
  readonly until: (
    name: string,
    fits?: (payload: Record<string, unknown>) => boolean,
  ) => Promise<Record<string, unknown>>
  readonly closed: Promise<void>
}

const hear = async (url: string, auth: Record<string, string>): Promise<EventCollector> => {
  const socket = io(`${url}/chat`, {
    transports: ["websocket"],
    forceNew: true,
    reconnection: false,
    auth: { key: KEY, ...auth },
  })
  const heard: Array<ReceivedEvent> = []
  const waiting = new Set<() => void>()
  socket.onAny((name: string, payload: Record<string, unknown>) => {
    heard.push([name, payload])
    for (const look of waiting) look()
  })
  const closed = new Promise<void>((resolve) => socket.once("disconnect", () => resolve()))
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve)
    socket.once("connect_error", reject)
  })
  return {
    socket,
    id: socket.id ?? "",
    heard,
    closed,
    until: (name, fits = () => true) =>
      new Promise((resolve) => {
        const look = () => {
          const found = heard.find(([other, payload]) => other === name && fits(payload))
          if (found === undefined) return
          waiting.delete(look)
          resolve(found[1])
        }
        waiting.add(look)
        look()
      }),
  }
}

export const testRooms = async (...how: Parameters<typeof testBackend>) => {
  const backend = await testBackend(...how)
  const { call, enter, url } = backend
  const hearings: Array<EventCollector> = []
  const listening = async (auth: Record<string, string>) => {
    const hearing = await hear(url, auth)
    hearings.push(hearing)
    return hearing
  }
  const answer = async (method: string, path: string, body: unknown, token?: string) =>
    call(method, path, { body, ...(token !== undefined && { token }) })
  return {
    ...backend,
    close: async () => {
      for (const { socket } of hearings) socket.disconnect()
      await backend.close()
    },
    /** In free chat by default. */
    performer: async (onlineStatus = 3, username?: string) =>
      (await enter("a performer", {
        onlineStatus,
        ...(username !== undefined && { username }),
      })) as unknown as {
        readonly performerId: string
        readonly username: string
      },
    memberWith: (credits: number) => enter("a logged-in member", { credits }),
    status: (performerId: string, onlineStatus: number) =>
      enter("a performer's status", { performerId, onlineStatus }),
    acts: (performerId: string, act: string, message?: string) =>
      enter("a performer's act", { performerId, act, ...(message !== undefined && { message }) }),
    lobby: (performerId: string) => listening({ lobby: performerId }),
    session: (token: string) => listening({ token }),
    watch: (
      lobby: EventCollector,
      performerId: string,
      {
        token,
        viewer = randomUUID(),
        nickname,
      }: { token?: string; viewer?: string; nickname?: string } = {},
    ) =>
      answer(
        "PUT",
        "/chat/set-lobby",
        {
          lobby: performerId,
          connection: lobby.id,
          viewer,
          ...(nickname !== undefined && { nickname }),
        },
        token,
      ),
    join: (token: string, performerId: string, mode = "chat", session?: string) =>
      answer(
        "POST",
        "/chat/join",
        { performerId, mode, ...(session !== undefined && { session }) },
        token,
      ),
    act: (auth: unknown, action: string, data: Record<string, unknown> = {}) =>
      answer("POST", "/chat/action", { auth, action, data }),
    leave: (auth: unknown, reason = "requested") => answer("POST", "/chat/leave", { auth, reason }),
    credits: async (token: string) => (await call("GET", "/credits", { token })).body["credits"],
    /** Answers every keep-alive from now on. */
    present: ({ socket }: EventCollector) => {
      socket.on("keep-alive", () => socket.emit("keep-alive", {}))
    },
  }
}
export type TestRooms = Awaited<ReturnType<typeof testRooms>>
