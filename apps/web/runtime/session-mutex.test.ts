import { describe, expect, it } from "vitest"
import { makeSessionMutex } from "./session-mutex.ts"

/** The mutex of one tab, and a change that ends when it is told to. */
const scene = (withinMs?: number) => {
  const mutex = makeSessionMutex(navigator.locks, withinMs)
  const begins = () => {
    const held = Promise.withResolvers<string>()
    const begun = Promise.withResolvers<void>()
    const ended = mutex.change(() => {
      begun.resolve()
      return held.promise
    })
    return { begun: begun.promise, ended, end: held.resolve }
  }
  return { mutex, begins }
}

const waiting = async () => (await navigator.locks.query()).pending?.length

describe("the session's mutex", () => {
  it("makes every request in every tab wait while the session changes", async () => {
    const happened: Array<string> = []
    const change = scene().begins()
    const { mutex: otherTab } = scene()
    await change.begun
    const shown = otherTab.settled().then(() => happened.push("shown"))
    const next = otherTab.change(async () => happened.push("changed again"))
    await expect.poll(waiting, { timeout: 15_000 }).toBe(2)
    expect(happened).toEqual([])
    const answered = change.ended.then((cookie) => happened.push(cookie))
    change.end("cookie")
    await Promise.all([answered, shown, next])
    expect(happened.toSorted()).toEqual(["changed again", "cookie", "shown"])
  })

  it("is released when a change failed", async () => {
    const { mutex } = scene()
    await expect(mutex.change(() => Promise.reject(new Error("no answer")))).rejects.toThrow(
      "no answer",
    )
    await mutex.settled()
  })

  it("makes nobody wait for an answer that does not come", async () => {
    const { begins, mutex } = scene(1)
    const change = begins()
    await change.begun
    await mutex.settled()
    expect(await mutex.change(() => Promise.resolve("went on"))).toBe("went on")
    change.end("")
    await change.ended
  })

  it("lets everybody through where the browser has no locks", async () => {
    const mutex = makeSessionMutex(null)
    expect(await mutex.change(() => Promise.resolve(1))).toBe(1)
    await mutex.settled()
  })
})
