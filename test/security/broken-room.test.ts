/**
 * A room that breaks for any reason breaks only for its own viewers: other rooms go on, their paid time is metered
 * and ends, and the process goes on too. The backend runs in this process, with real sockets.
 */
import { Result } from "effect"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { testRooms, type TestRooms } from "@foldcast/backend/chat/chat.fixture"
import { ChatRoom } from "@foldcast/backend/chat/room-model/chat-room"
import { readBackendConfig } from "@foldcast/backend/config"
import { hearUncaught } from "../support/uncaught-errors.ts"

const { chat } = Result.getOrThrow(readBackendConfig({}))

let rooms: TestRooms
let uncaught: ReturnType<typeof hearUncaught>
beforeAll(async () => {
  rooms = await testRooms({ chat: { ...chat, keepAliveMs: 100, silentAfterMs: 1_000 } })
})
afterAll(() => rooms.close())
beforeEach(() => {
  uncaught = hearUncaught()
})
afterEach(() => {
  vi.restoreAllMocks()
  uncaught.stop()
})

/** Makes this method throw for one room. */
const breakRoom = (of: string, method: "tick" | "answered" | "connected") => {
  const whole = ChatRoom.prototype[method] as (...given: Array<unknown>) => unknown
  vi.spyOn(ChatRoom.prototype, method).mockImplementation(function (
    this: ChatRoom,
    ...given: Array<unknown>
  ) {
    if (this.host.id === of) throw new Error("this room is broken")
    return whole.apply(this, given) as never
  })
}

const payer = async (performerId: string) => {
  const { token } = await rooms.memberWith(1_000)
  const { body } = await rooms.join(token, performerId)
  return String(body["token"])
}

describe("an error in one room", () => {
  it("does not stop the time of other rooms: a silent viewer elsewhere is still sent out", async () => {
    const broken = await rooms.performer()
    const other = await rooms.performer()
    const lobby = await rooms.lobby(broken.performerId)
    await rooms.watch(lobby, broken.performerId)
    breakRoom(broken.performerId, "tick")
    const session = await rooms.session(await payer(other.performerId))
    // Its keep-alives get no answer.
    await session.until("kick")
    await session.closed
    expect(uncaught.errors).toEqual([])
  })

  it("closes the connection that was heard, and no other", async () => {
    const broken = await rooms.performer()
    const other = await rooms.performer()
    const [here, there] = await Promise.all([
      rooms.session(await payer(broken.performerId)),
      rooms.session(await payer(other.performerId)),
    ])
    breakRoom(broken.performerId, "answered")
    rooms.present(there)
    rooms.present(here)
    await here.closed
    await there.until("keep-alive")
    expect(there.socket.connected).toBe(true)
    expect(uncaught.errors).toEqual([])
  })

  it("closes the connection that comes into it, and no other", async () => {
    const broken = await rooms.performer()
    const other = await rooms.performer()
    const there = await rooms.session(await payer(other.performerId))
    rooms.present(there)
    const auth = await payer(broken.performerId)
    breakRoom(broken.performerId, "connected")
    const here = await rooms.session(auth)
    await here.closed
    expect(there.socket.connected).toBe(true)
    expect(uncaught.errors).toEqual([])
  })
})
