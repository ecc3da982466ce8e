import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Redacted } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import type { CommandId, Epoch } from "@foldcast/contracts/ids"
import type { OwnerId } from "../log/event-log.ts"
import { deriveKeys } from "../sessions/seal.ts"
import { fingerprintBody } from "./body-fingerprint.ts"
import { makeMemoryReceipts } from "./memory-receipts.ts"
import { receiptsConformance } from "./receipts.conformance.ts"
import { makeSqliteReceipts } from "./sqlite-receipts.ts"

const folder = mkdtempSync(join(tmpdir(), "receipts-"))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0
const newFile = () => join(folder, `${(files += 1)}.db`)

const owner = "owner-anna" as OwnerId
const command = "command-1" as CommandId
const body = { current: "first", accepted: ["first"] }
const result = { epoch: "e1" as Epoch, seq: 3, status: 202 }

const opened = <A>(
  file: string,
  use: (
    receipts: Effect.Success<ReturnType<typeof makeSqliteReceipts>>,
  ) => Effect.Effect<A, unknown>,
) => Effect.runPromise(Effect.scoped(Effect.flatMap(makeSqliteReceipts(file), use)))

describe("receipts in memory", () => receiptsConformance(() => Effect.sync(makeMemoryReceipts)))
describe("receipts in SQLite", () => {
  receiptsConformance(() => makeSqliteReceipts(newFile()))

  it("tells one caller that the gateway died while a command ran, until it is finished", async () => {
    const file = newFile()
    await opened(file, (receipts) => receipts.begin(owner, command, body, 1))
    await opened(file, (receipts) =>
      Effect.gen(function* () {
        const other = { current: "x", accepted: ["x"] }
        expect(yield* receipts.begin(owner, command, other, 2)).toEqual({ _tag: "DifferentBody" })
        expect(yield* receipts.begin(owner, command, body, 2)).toEqual({ _tag: "Interrupted" })
        expect(yield* receipts.begin(owner, command, body, 3)).toEqual({ _tag: "Running" })
      }),
    )
    await opened(file, (receipts) =>
      Effect.gen(function* () {
        expect(yield* receipts.begin(owner, command, body, 4)).toEqual({ _tag: "Interrupted" })
        yield* receipts.withdraw(owner, command)
        expect(yield* receipts.begin(owner, command, body, 5)).toEqual({ _tag: "Interrupted" })
        yield* receipts.finish(owner, command, result)
      }),
    )
    const repeated = await opened(file, (receipts) => receipts.begin(owner, command, body, 6))
    expect(repeated).toEqual({ _tag: "Done", result })
  })

  it("refuses a file of a newer version and one that is not a database", async () => {
    const file = newFile()
    const { DatabaseSync } = await import("node:sqlite")
    const db = new DatabaseSync(file)
    db.exec("PRAGMA user_version = 99")
    db.close()
    const newer = Effect.runPromise(Effect.scoped(makeSqliteReceipts(file)))
    await expect(newer).rejects.toThrow("newer version")
    const folderAsFile = Effect.runPromise(Effect.scoped(makeSqliteReceipts(folder)))
    await expect(folderAsFile).rejects.toThrow("receipts failed at open")
  })
})

describe("a body's fingerprint", () => {
  const first = Redacted.make(new Uint8Array(32).fill(1))
  const second = Redacted.make(new Uint8Array(32).fill(2))
  const sent = { commandId: "c", command: { _tag: "LogIn", email: "a@b", password: "canary-pass" } }

  it("is the same for equal bodies whatever the order of their keys, and differs otherwise", () => {
    const keys = deriveKeys([first], "command fingerprint")
    const turned = {
      command: { password: "canary-pass", email: "a@b", _tag: "LogIn" },
      commandId: "c",
    }
    expect(fingerprintBody(keys, turned)).toEqual(fingerprintBody(keys, sent))
    expect(fingerprintBody(keys, { ...sent, commandId: "d" })).not.toEqual(
      fingerprintBody(keys, sent),
    )
  })

  it("cannot be made without the secret, and is known again after the secret's rotation", () => {
    const old = fingerprintBody(deriveKeys([first], "command fingerprint"), sent)
    const other = fingerprintBody(deriveKeys([second], "command fingerprint"), sent)
    const rotated = fingerprintBody(deriveKeys([second, first], "command fingerprint"), sent)
    expect(other.accepted).not.toContain(old.current)
    expect(rotated.accepted).toContain(old.current)
    expect(rotated.current).toBe(other.current)
  })

  it("leaves no word of the body in the file", async () => {
    const file = newFile()
    const keys = deriveKeys([first], "command fingerprint")
    await opened(file, (receipts) => receipts.begin(owner, command, fingerprintBody(keys, sent), 1))
    expect(readFileSync(file).includes("canary-pass")).toBe(false)
  })
})
