/** Catches errors that would end the test's own process: the test runner's own listeners would fail the run. */
type Hearer = (...told: ReadonlyArray<unknown>) => void

const EVENTS = ["uncaughtException", "unhandledRejection"] as const

export const hearUncaught = (): {
  readonly errors: ReadonlyArray<unknown>
  readonly stop: () => void
} => {
  const errors: Array<unknown> = []
  const hear = (error: unknown) => {
    errors.push(error)
  }
  const others = EVENTS.map((event) => {
    const listeners = process.rawListeners(event) as unknown as ReadonlyArray<Hearer>
    process.removeAllListeners(event)
    process.on(event, hear)
    return { event, listeners }
  })
  const stop = () => {
    for (const { event, listeners } of others) {
      process.off(event, hear)
      for (const listener of listeners) process.on(event, listener)
    }
  }
  return { errors, stop }
}
