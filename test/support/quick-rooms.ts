/**
 * Rooms whose time runs many times faster: a whole backend on its own ledger, a gateway in front of it, the
 * connection between them, a desk that acts for performers, the phone's provider, and browsers that stay. For tests that
 * try many things in little time.
 *
 * Times are the backend's monotonic milliseconds.
 */
import { Effect, Exit, Redacted, Result, Schema, Scope } from "effect"
import { KEY, quickClock } from "@foldcast/backend/backend.fixture"
import { readBackendConfig } from "@foldcast/backend/config"
import { migratedDatabase } from "@foldcast/backend/db/migrated-database.fixture"
import { SqlDatabase } from "@foldcast/backend/db/database"
import { openDatabase } from "@foldcast/backend/db/open-database"
import { checkLedger } from "@foldcast/backend/ledger/ledger-check"
import { silentLayer } from "@foldcast/backend/logging"
import { type TestPhone, testPhone } from "@foldcast/backend/phone/phone.fixture"
import { type UpstreamMovement, MovementsAnswer } from "@foldcast/contracts/upstream/member-api"
import { type DeskAct, DeskRoom } from "@foldcast/contracts/upstream/performer-desk"
import { faultProxy, type FaultProxy } from "./fault-proxy.ts"
import { checkPhoneBooks } from "./phone-books.ts"
import { PhoneLines } from "./phone-lines.ts"
import { RoomScene } from "./room-scene.ts"
import { UNLIMITED_RATES } from "./unlimited-rates.ts"

const SPEED = 20
const DESK = { "X-Desk": "desk-of-the-model", "X-Desk-Key": "the key of desk and backend" }

const { chat, limits } = Result.getOrThrow(readBackendConfig({}))
/** All browsers have one address. */
const UNLIMITED = { count: 1_000_000, withinMs: 1_000 }
/** One second each, so that many are paid in little time. */
const INTERVAL_MS = 1_000
const KEEP_ALIVE_MS = 2_000
/** Longest time for which one keep-alive answer proves presence. */
export const VOUCH_MS = 1.5 * KEEP_ALIVE_MS

const decodeRoom = Schema.decodeUnknownSync(DeskRoom)
const decodeMovements = Schema.decodeUnknownSync(MovementsAnswer)

export class QuickRooms {
  readonly scene: RoomScene
  readonly rooms: TestPhone
  readonly lines: PhoneLines
  readonly line: FaultProxy
  /** Sessions in rooms that callers paid for. */
  readonly callerSessions = new Set<string>()
  readonly #ended: () => Promise<void>

  private constructor(
    scene: RoomScene,
    rooms: TestPhone,
    line: FaultProxy,
    ended: (world: QuickRooms) => Promise<void>,
  ) {
    this.scene = scene
    this.rooms = rooms
    this.lines = new PhoneLines(rooms, this.now)
    this.line = line
    this.#ended = () => ended(this)
  }

  static async start(): Promise<QuickRooms> {
    const scope = Scope.makeUnsafe()
    const database = await Effect.runPromise(Scope.provide(migratedDatabase, scope))
    const rooms = await testPhone(
      {
        database,
        deskKey: Redacted.make(DESK["X-Desk-Key"]),
        deskAwayMs: 3_600_000,
        limits: {
          ...limits,
          ivrSessionsPerAddress: UNLIMITED,
          wrongPinsPerAddress: UNLIMITED,
          wrongPinsPerNumber: UNLIMITED,
        },
        chat: {
          ...chat,
          keepAliveMs: KEEP_ALIVE_MS,
          intervalMs: INTERVAL_MS,
          guestFreeMs: 86_400_000,
          guestFreeAddressMs: 1_000_000_000,
        },
      },
      quickClock(SPEED),
    )
    const { hostname, port } = new URL(rooms.url)
    const line = await faultProxy({ host: hostname, port: Number(port) })
    const scene = await RoomScene.start({
      backend: rooms,
      isKilled: true,
      environment: { MEMBER_API_KEY: KEY, ...UNLIMITED_RATES },
      chatSocketUrl: () => Promise.resolve(`http://127.0.0.1:${line.port}`),
    })
    return new QuickRooms(scene, rooms, line, async ({ lines, callerSessions }) => {
      await line.close()
      const faults = await Effect.runPromise(
        Effect.gen(function* () {
          const opened = yield* openDatabase(database)
          yield* Effect.provideService(
            checkPhoneBooks(lines.all, callerSessions),
            SqlDatabase,
            opened,
          )
          return yield* checkLedger(opened)
        }).pipe(Effect.scoped, Effect.provide(silentLayer)),
      )
      await Effect.runPromise(Scope.close(scope, Exit.void))
      if (faults.lopsided.length + faults.drifted.length > 0) {
        throw new Error(`the ledger does not add up: ${JSON.stringify(faults)}`)
      }
    })
  }

  /** The backend's own time. */
  readonly now = (): number => performance.now() * SPEED

  /** The performer's room as the performer sees it. */
  async seen(performerId: string) {
    const response = await fetch(`${this.rooms.url}/desk/performers/${performerId}`, {
      headers: DESK,
    })
    return decodeRoom(await response.json())
  }

  /** False if it was not possible: its target has gone. */
  async performs(performerId: string, act: DeskAct): Promise<boolean> {
    const response = await fetch(`${this.rooms.url}/desk/performers/${performerId}`, {
      method: "POST",
      headers: { ...DESK, "Content-Type": "application/json" },
      body: JSON.stringify(act),
    })
    await response.arrayBuffer()
    return response.ok
  }

  /** The member's movements after that one, newest first; without it, the newest ones. */
  async movements(token: string, after: string | null): Promise<ReadonlyArray<UpstreamMovement>> {
    const found: Array<UpstreamMovement> = []
    let before: string | null = null
    do {
      const query: string = before === null ? "" : `&before=${before}`
      const { body } = await this.rooms.call("GET", `/wallet/movements?limit=200${query}`, {
        token,
      })
      const page = decodeMovements(body)
      const end = page.movements.findIndex(({ id }) => id === after)
      found.push(...(end < 0 ? page.movements : page.movements.slice(0, end)))
      before = end < 0 && after !== null ? page.next : null
    } while (before !== null)
    return found
  }

  /** Fails unless all postings made here sum to zero, and the books of calls agree. */
  async stop(): Promise<void> {
    // Left open by a failed evening.
    for (const line of this.lines.open) await this.lines.ends(line, "provider")
    await this.scene.stop()
    await this.#ended()
  }
}
