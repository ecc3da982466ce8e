import { Cause, Effect, Exit } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import type { CommandId, Epoch } from "@foldcast/contracts/ids"
import { fingerprintBody } from "../commands/body-fingerprint.ts"
import type { OwnerId } from "../log/visit-header.ts"
import { deriveKeys } from "../sessions/seal.ts"
import { memoryStore } from "./durable-store.ts"
import { bytesIn, directories, secretOf, withStore } from "./open-store.fixtures.ts"
import { makeReceipts, RECEIPT_LIFE_MS, type ReceiptsShape } from "./receipts.ts"

const anna = "owner-anna" as OwnerId
const ben = "owner-ben" as OwnerId
const command = "command-1" as CommandId
const body = { current: "first", accepted: ["first"] }
const other = { current: "second", accepted: ["second"] }
const result = { epoch: "e1" as Epoch, seq: 7, status: 202 }
const T0 = 1_000_000

const folders = directories("receipts")
afterAll(folders.remove)

describe("receipts", () => {
  const given = <A>(use: (receipts: ReceiptsShape) => Effect.Effect<A, unknown>) =>
    Effect.runPromise(use(makeReceipts(memoryStore())))

  it("run a command once: fresh, running, then its stored result", () =>
    given((receipts) =>
      Effect.gen(function* () {
        expect(yield* receipts.begin(anna, command, body, T0)).toEqual({ _tag: "Fresh" })
        expect(yield* receipts.begin(anna, command, body, T0 + 1)).toEqual({ _tag: "Running" })
        yield* receipts.finish(anna, command, result, false)
        const repeated = yield* receipts.begin(anna, command, body, T0 + 2)
        expect(repeated).toEqual({ _tag: "Done", result })
      }),
    ))

  it("let exactly one of many at once run it", () =>
    given((receipts) =>
      Effect.gen(function* () {
        const all = yield* Effect.all(
          Array.from({ length: 50 }, () => receipts.begin(anna, command, body, T0)),
          { concurrency: "unbounded" },
        )
        expect(all.filter(({ _tag }) => _tag === "Fresh")).toHaveLength(1)
        expect(all.filter(({ _tag }) => _tag === "Running")).toHaveLength(49)
      }),
    ))

  it("refuse the same id with another body, while it runs and afterwards", () =>
    given((receipts) =>
      Effect.gen(function* () {
        yield* receipts.begin(anna, command, body, T0)
        expect(yield* receipts.begin(anna, command, other, T0)).toEqual({ _tag: "DifferentBody" })
        yield* receipts.finish(anna, command, result, false)
        expect(yield* receipts.begin(anna, command, other, T0)).toEqual({ _tag: "DifferentBody" })
      }),
    ))

  it("recognise a body again under an older key", () =>
    given((receipts) =>
      Effect.gen(function* () {
        yield* receipts.begin(anna, command, body, T0)
        const rotated = { current: "new-key", accepted: ["new-key", "first"] }
        expect(yield* receipts.begin(anna, command, rotated, T0)).toEqual({ _tag: "Running" })
      }),
    ))

  it("give the next cookie once, to the command that changed it", () =>
    given((receipts) =>
      Effect.gen(function* () {
        const quiet = "command-2" as CommandId
        yield* receipts.begin(anna, command, body, T0)
        expect(yield* receipts.giveCookie(anna, command)).toBe(false)
        yield* receipts.finish(anna, command, result, true)
        yield* receipts.begin(anna, quiet, body, T0)
        yield* receipts.finish(anna, quiet, result, false)
        expect(yield* receipts.giveCookie(anna, quiet)).toBe(false)
        expect(yield* receipts.giveCookie(ben, command)).toBe(false)
        expect(yield* receipts.giveCookie(anna, command)).toBe(true)
        expect(yield* receipts.giveCookie(anna, command)).toBe(false)
      }),
    ))

  it("let two owners use the same command id", () =>
    given((receipts) =>
      Effect.gen(function* () {
        yield* receipts.begin(anna, command, body, T0)
        expect(yield* receipts.begin(ben, command, other, T0)).toEqual({ _tag: "Fresh" })
      }),
    ))

  it("repeat a result for 24 hours and no longer", () =>
    given((receipts) =>
      Effect.gen(function* () {
        yield* receipts.begin(anna, command, body, T0)
        yield* receipts.finish(anna, command, result, false)
        const last = yield* receipts.begin(anna, command, body, T0 + RECEIPT_LIFE_MS - 1)
        expect(last).toEqual({ _tag: "Done", result })
        const after = yield* receipts.begin(anna, command, other, T0 + RECEIPT_LIFE_MS)
        expect(after).toEqual({ _tag: "Fresh" })
      }),
    ))

  it("let a withdrawn command be sent again", () =>
    given((receipts) =>
      Effect.gen(function* () {
        yield* receipts.begin(anna, command, body, T0)
        yield* receipts.withdraw(anna, command)
        expect(yield* receipts.begin(anna, command, body, T0)).toEqual({ _tag: "Fresh" })
      }),
    ))

  it("delete the old ones, and never one that runs", () =>
    given((receipts) =>
      Effect.gen(function* () {
        yield* receipts.begin(anna, command, body, T0)
        yield* receipts.finish(anna, command, result, false)
        yield* receipts.begin(ben, command, body, T0)
        yield* receipts.begin(ben, "command-2" as CommandId, body, T0 + 10)
        yield* receipts.finish(ben, "command-2" as CommandId, result, false)
        expect(yield* receipts.forget(T0 + 10)).toBe(1)
        expect(yield* receipts.begin(ben, command, body, T0 + 11)).toEqual({ _tag: "Running" })
        const kept = yield* receipts.begin(ben, "command-2" as CommandId, body, T0 + 11)
        expect(kept).toEqual({ _tag: "Done", result })
      }),
    ))

  it("delete those of one owner, and never one that runs", () =>
    given((receipts) =>
      Effect.gen(function* () {
        for (const owner of [anna, ben]) {
          yield* receipts.begin(owner, command, body, T0)
          yield* receipts.finish(owner, command, result, false)
        }
        yield* receipts.begin(anna, "command-2" as CommandId, body, T0)
        yield* receipts.forgetOwner(anna)
        expect(yield* receipts.begin(anna, command, body, T0)).toEqual({ _tag: "Fresh" })
        const running = yield* receipts.begin(anna, "command-2" as CommandId, body, T0)
        expect(running).toEqual({ _tag: "Running" })
        expect(yield* receipts.begin(ben, command, body, T0)).toEqual({ _tag: "Done", result })
      }),
    ))

  it("fail as a defect where a command finishes that does not run", () =>
    given((receipts) =>
      Effect.gen(function* () {
        for (const wrong of [
          receipts.finish(anna, command, result, false),
          receipts.withdraw(anna, command),
        ]) {
          const exit = yield* Effect.exit(wrong)
          expect(Exit.isFailure(exit) && Cause.hasDies(exit.cause)).toBe(true)
        }
      }),
    ))
})

describe("receipts on disk", () => {
  const onDisk = <A>(
    directory: string,
    use: (receipts: ReceiptsShape) => Effect.Effect<A, unknown>,
  ) => withStore(directory, (store) => use(makeReceipts(store)))

  it("tell one caller that the gateway died while a command ran, until it is finished", async () => {
    const directory = folders.make()
    await onDisk(directory, (receipts) => receipts.begin(anna, command, body, 1))
    await onDisk(directory, (receipts) =>
      Effect.gen(function* () {
        expect(yield* receipts.begin(anna, command, other, 2)).toEqual({ _tag: "DifferentBody" })
        expect(yield* receipts.begin(anna, command, body, 2)).toEqual({ _tag: "Interrupted" })
        expect(yield* receipts.begin(anna, command, body, 3)).toEqual({ _tag: "Running" })
      }),
    )
    await onDisk(directory, (receipts) =>
      Effect.gen(function* () {
        expect(yield* receipts.begin(anna, command, body, 4)).toEqual({ _tag: "Interrupted" })
        yield* receipts.withdraw(anna, command)
        expect(yield* receipts.begin(anna, command, body, 5)).toEqual({ _tag: "Interrupted" })
        yield* receipts.finish(anna, command, result, false)
      }),
    )
    const repeated = await onDisk(directory, (receipts) => receipts.begin(anna, command, body, 6))
    expect(repeated).toEqual({ _tag: "Done", result })
  })

  it("run one of many at once, also on the store's thread", () =>
    onDisk(folders.make(), (receipts) =>
      Effect.gen(function* () {
        const all = yield* Effect.all(
          Array.from({ length: 50 }, () => receipts.begin(anna, command, body, T0)),
          { concurrency: "unbounded" },
        )
        expect(all.filter(({ _tag }) => _tag === "Fresh")).toHaveLength(1)
      }),
    ))

  it("leave no word of a command's body in the files", async () => {
    const directory = folders.make()
    const sent = { command: { _tag: "LogIn", email: "a@b", password: "canary-pass" } }
    const fingerprint = fingerprintBody(deriveKeys([secretOf(1)], "command fingerprint"), sent)
    await onDisk(directory, (receipts) =>
      Effect.map(receipts.begin(anna, command, fingerprint, 1), () => {
        expect(bytesIn(directory).includes(fingerprint.current)).toBe(true)
        expect(bytesIn(directory).includes("canary-pass")).toBe(false)
      }),
    )
  })
})
