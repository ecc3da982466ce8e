import { describe, expect, it } from "vitest"
import { sessionTurns } from "./session-turns.ts"

/** What has happened so far, and a change that ends when it is told to. */
const scene = (withinMs?: number) => {
  const happened: Array<string> = []
  const turns = sessionTurns(navigator.locks, withinMs)
  const begins = () => {
    const held = Promise.withResolvers<string>()
    const begun = Promise.withResolvers<void>()
    const ended = turns.change(() => {
      begun.resolve()
      return held.promise
    })
    return { begun: begun.promise, ended, end: held.resolve }
  }
  return { happened, turns, begins }
}

describe("the turns at a session", () => {
  it("keep everybody waiting while it changes, in every tab", async () => {
    const { happened, begins } = scene()
    const otherTab = scene().turns
    const change = begins()
    await change.begun
    const waits = otherTab.settled().then(() => happened.push("used"))
    const next = otherTab.change(async () => happened.push("changed again"))
    happened.push("answered")
    change.end("cookie")
    expect(await change.ended).toBe("cookie")
    await Promise.all([waits, next])
    expect(happened[0]).toBe("answered")
    expect(happened).toHaveLength(3)
  })

  it("pass on when a change failed", async () => {
    const { turns } = scene()
    await expect(turns.change(() => Promise.reject(new Error("no answer")))).rejects.toThrow()
    await turns.settled()
  })

  it("keep nobody waiting for an answer that does not come", async () => {
    const { begins, turns } = scene(1)
    const change = begins()
    await change.begun
    await turns.settled()
    expect(await turns.change(() => Promise.resolve("went on"))).toBe("went on")
    change.end("")
    await change.ended
  })

  it("are nobody's where the browser has no locks", async () => {
    const turns = sessionTurns(null)
    expect(await turns.change(() => Promise.resolve(1))).toBe(1)
    await turns.settled()
  })
})
