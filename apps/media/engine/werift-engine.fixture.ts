/** The embedded engine in the test's own process, with the events that it told. */
import { afterEach, beforeEach } from "vitest"
import { mediaConfig, SHORT_LOOP } from "../running-media.fixture.ts"
import { closeClients } from "../webrtc-client.fixture.ts"
import type { EngineEvent } from "./media-engine.ts"
import { WeriftEngine, type WeriftEngineOptions } from "./werift-engine.ts"

export const startEngine = (options: Partial<WeriftEngineOptions> = {}) => {
  const told: Array<EngineEvent> = []
  /** Unhandled errors that ended a session: there must be none. */
  const broken: Array<unknown> = []
  const { network, ports } = mediaConfig({})
  const engine = new WeriftEngine({
    network,
    ports,
    maxPublishers: 20,
    maxViewers: 20,
    maxPublisherBits: 8_000_000,
    maxPublisherPackets: 3_000,
    loops: SHORT_LOOP,
    onEvent: (event) => told.push(event),
    onBroken: (_, error) => broken.push(error),
    now: () => performance.now(),
    random: Math.random,
    ...options,
  })
  return { engine, told, broken }
}

/** One for each test of the file or block that calls this. */
export const engineOfEachTest = (): (() => WeriftEngine) => {
  let engine: WeriftEngine
  beforeEach(() => {
    engine = startEngine().engine
  })
  afterEach(async () => {
    await closeClients()
    await engine.shutDown()
  })
  return () => engine
}
