/**
 * How a thread that holds SQLite files is asked, seen from the gateway's side, and what such threads load: each
 * has a heap of its own, and pays for every module again.
 */
import { EventEmitter } from "node:events"
import { readFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import type { Worker } from "node:worker_threads"
import { describe, expect, it, vi } from "vitest"
import { type FromThread, type ToThread, WorkerThread } from "./worker-thread.ts"

const IMPORTED = /^(?:import|export)\b[^"]*?\bfrom "([^"]+)"|^import "([^"]+)"/gmu

/** Of a module and what it imports: everything that is neither Node's own nor a file beside it. */
const librariesOf = (entry: URL): ReadonlyArray<string> => {
  const seen = new Set<string>()
  const found: Array<string> = []
  const follow = (file: URL) => {
    if (seen.has(file.href)) return
    seen.add(file.href)
    const source = stripTypeScriptTypes(readFileSync(file, "utf8"))
    for (const [, from, alone] of source.matchAll(IMPORTED)) {
      const specifier = from ?? alone ?? ""
      if (specifier.startsWith(".")) follow(new URL(specifier, file))
      else if (!specifier.startsWith("node:")) found.push(`${specifier} by ${file.pathname}`)
    }
  }
  follow(entry)
  expect(seen.size).toBeGreaterThan(5)
  return found
}

it("a thread that holds a file loads no library that takes forty megabytes", () => {
  for (const script of ["./sqlite/sqlite-worker.ts", "../store/worker.ts"])
    expect(librariesOf(new URL(script, import.meta.url)), script).toEqual([])
})

/** A thread that answers when the test says so. */
class HandledThread extends EventEmitter {
  readonly asked: Array<ToThread<ReadonlyArray<number>>> = []
  isTerminated = false
  postMessage(message: ToThread<ReadonlyArray<number>>): void {
    this.asked.push(message)
  }
  terminate(): Promise<number> {
    this.isTerminated = true
    this.emit("exit", 1)
    return Promise.resolve(1)
  }
  says(message: FromThread<unknown, ReadonlyArray<string>>): void {
    this.emit("message", message)
  }
}

const endOfTurn = () => new Promise((resolve) => setImmediate(resolve))

const setUp = () => {
  const handled = new HandledThread()
  const thread = new WorkerThread<number, string, ReadonlyArray<number>, ReadonlyArray<string>>(
    handled as unknown as Worker,
    {
      packOperations: (operations) => operations,
      unpackAnswers: (answers) => answers,
    },
  )
  const told: Array<string> = []
  const submit = (operation: number) =>
    thread.submit(operation, (outcome) =>
      told.push(`${operation} ${typeof outcome === "string" ? outcome : outcome.failed}`),
    )
  return { handled, thread, told, submit }
}

describe("a thread that holds a file", () => {
  it("is asked once a turn, and not again while it works", async () => {
    const { handled, told, submit } = setUp()
    submit(1)
    submit(2)
    expect(handled.asked).toEqual([])
    await endOfTurn()
    expect(handled.asked).toEqual([{ operations: [1, 2] }])
    submit(3)
    await endOfTurn()
    submit(4)
    await endOfTurn()
    expect(handled.asked).toHaveLength(1)
    handled.says({ answers: ["a", "b"] })
    expect(told).toEqual(["1 a", "2 b"])
    expect(handled.asked).toEqual([{ operations: [1, 2] }, { operations: [3, 4] }])
    handled.says({ answers: ["c", "d"] })
    expect(told).toEqual(["1 a", "2 b", "3 c", "4 d"])
    submit(5)
    await endOfTurn()
    expect(handled.asked).toHaveLength(3)
  })

  it("answers all others where one callback throws, and the process reports it", async () => {
    const { handled, thread, told, submit } = setUp()
    const broken = () => {
      throw new Error("who is answered is broken")
    }
    /** What the process is told; other files' microtasks run as they are. */
    const uncaught: Array<unknown> = []
    const { queueMicrotask } = globalThis
    const spy = vi.spyOn(globalThis, "queueMicrotask").mockImplementation((task) =>
      queueMicrotask(() => {
        try {
          task()
        } catch (error) {
          uncaught.push(error)
        }
      }),
    )
    thread.submit(1, broken)
    submit(2)
    await endOfTurn()
    thread.submit(3, broken)
    submit(4)
    handled.says({ answers: ["a", "b"] })
    expect(told).toEqual(["2 b"])
    handled.emit("exit", 1)
    expect(told).toEqual(["2 b", "4 its thread has ended"])
    await endOfTurn()
    spy.mockRestore()
    expect(uncaught).toEqual([
      new Error("who is answered is broken"),
      new Error("who is answered is broken"),
    ])
  })

  it("is asked for a thousand things at once, the others behind them", async () => {
    const { handled, told, submit } = setUp()
    for (let operation = 1; operation <= 1_001; operation++) submit(operation)
    await endOfTurn()
    expect(handled.asked).toMatchObject([{ operations: { length: 1_000 } }])
    handled.says({ answers: Array.from({ length: 1_000 }, () => "done") })
    expect(handled.asked.slice(1)).toEqual([{ operations: [1_001] }])
    handled.says({ answers: ["last"] })
    expect(told.at(-1)).toBe("1001 last")
    expect(told).toHaveLength(1_001)
  })

  it("fails everything that waits, and what comes later, with the error that broke it first", async () => {
    const { handled, told, submit, thread } = setUp()
    submit(1)
    await endOfTurn()
    submit(2)
    handled.says({ failed: "the disk is gone" })
    handled.emit("error", new Error("later"))
    submit(3)
    await endOfTurn()
    expect(told).toEqual([1, 2, 3].map((operation) => `${operation} the disk is gone`))
    expect(handled.asked).toHaveLength(1)
    await thread.close()
    expect(handled.isTerminated).toBe(true)
  })

  it("fails what waits where it ends by itself", async () => {
    const { handled, told, submit } = setUp()
    submit(1)
    await endOfTurn()
    handled.emit("exit", 0)
    expect(told).toEqual(["1 its thread has ended"])
  })

  it("is closed when it has answered, and is waited for", async () => {
    const { handled, submit, thread, told } = setUp()
    let isClosed = false
    submit(1)
    const closing = thread.close().then(() => (isClosed = true))
    await endOfTurn()
    submit(2)
    handled.says({ answers: ["a"] })
    await endOfTurn()
    expect(handled.asked).toEqual([{ operations: [1] }, { operations: [2] }])
    handled.says({ answers: ["b"] })
    await endOfTurn()
    expect(handled.asked.at(-1)).toBe("close")
    expect(told).toEqual(["1 a", "2 b"])
    handled.says("closed")
    await endOfTurn()
    expect(isClosed).toBe(false)
    handled.emit("exit", 0)
    await closing
    expect(handled.isTerminated).toBe(false)
  })
})
