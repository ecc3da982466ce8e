/** The embedded engine in the test's own process, and what it told. Callers: the engine's tests. */
import { mediaConfig, SHORT_LOOP } from "../running-media.fixture.ts"
import type { EngineEvent } from "./media-engine.ts"
import { WeriftEngine, type WeriftEngineOptions } from "./werift-engine.ts"

export const startEngine = (options: Partial<WeriftEngineOptions> = {}) => {
  const told: Array<EngineEvent> = []
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
    now: () => performance.now(),
    random: Math.random,
    ...options,
  })
  return { engine, told }
}
