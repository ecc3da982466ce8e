import { createServer } from "node:net"
import { setImmediate } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import {
  currentScope,
  runGuarded,
  bindScope,
  type SessionScope,
  runInScope,
} from "./session-scope.ts"

const scopeThat = () => {
  const broken: Array<unknown> = []
  const scope: SessionScope = { onError: (error) => broken.push(error) }
  return { scope, broken }
}

describe("a session's scope", () => {
  it("includes everything that is started in it, and nothing else", async () => {
    const { scope } = scopeThat()
    const { scope: other, broken } = scopeThat()
    const seen: Array<SessionScope | undefined> = []
    const look = () => void seen.push(currentScope())
    runInScope(scope, () => {
      setTimeout(look, 0)
      queueMicrotask(look)
      void setImmediate().then(look)
      createServer().listen(0, "127.0.0.1", look).unref()
      runGuarded(other, () => expect(currentScope()).toBe(other))
      expect(currentScope()).toBe(scope)
    })
    await expect.poll(() => seen.length, { timeout: 20_000 }).toBe(4)
    expect(new Set(seen)).toEqual(new Set([scope]))
    expect(broken).toEqual([])
    expect(currentScope()).toBeUndefined()
  })

  it("fails with what is thrown in it, and the caller goes on", () => {
    const { scope, broken } = scopeThat()
    runGuarded(scope, () => {
      throw new Error("broken")
    })
    expect(broken).toEqual([new Error("broken")])
  })

  it("is restored for callbacks that nothing in it started", () => {
    const { scope } = scopeThat()
    const inScope = runInScope(scope, bindScope)
    expect(inScope(currentScope)).toBe(scope)
  })
})
