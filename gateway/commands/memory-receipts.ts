/** Receipts in memory, for tests and simulations. Nothing survives the process, so nothing is interrupted. */
import { Effect, Layer } from "effect"
import type { CommandId } from "@foldcast/contracts/ids"
import type { OwnerId } from "../log/event-log.ts"
import type { BodyFingerprint } from "./body-fingerprint.ts"
import {
  type Beginning,
  type CommandResult,
  RECEIPT_LIFE_MS,
  Receipts,
  type ReceiptsShape,
} from "./receipts.ts"

interface Receipt {
  readonly fingerprint: string
  readonly begunAt: number
  result: CommandResult | null
}

const keyOf = (owner: OwnerId, command: CommandId) => `${owner}/${command}`

export const makeMemoryReceipts = (): ReceiptsShape => {
  const receipts = new Map<string, Receipt>()

  const running = (owner: OwnerId, command: CommandId): Receipt => {
    const receipt = receipts.get(keyOf(owner, command))
    if (receipt === undefined || receipt.result !== null) {
      throw new Error(`command ${command} does not run`)
    }
    return receipt
  }

  const begin = (
    owner: OwnerId,
    command: CommandId,
    body: BodyFingerprint,
    now: number,
  ): Beginning => {
    const known = receipts.get(keyOf(owner, command))
    const kept =
      known !== undefined && (known.result === null || known.begunAt + RECEIPT_LIFE_MS > now)
    if (!kept) {
      receipts.set(keyOf(owner, command), {
        fingerprint: body.current,
        begunAt: now,
        result: null,
      })
      return { _tag: "Fresh" }
    }
    if (!body.accepted.includes(known.fingerprint)) return { _tag: "DifferentBody" }
    return known.result === null ? { _tag: "Running" } : { _tag: "Done", result: known.result }
  }

  return {
    begin: (owner, command, body, now) => Effect.sync(() => begin(owner, command, body, now)),
    finish: (owner, command, result) =>
      Effect.sync(() => {
        running(owner, command).result = result
      }),
    withdraw: (owner, command) =>
      Effect.sync(() => {
        running(owner, command)
        receipts.delete(keyOf(owner, command))
      }),
    forgetOwner: (owner) =>
      Effect.sync(() => {
        for (const [key, { result }] of [...receipts]) {
          if (key.startsWith(`${owner}/`) && result !== null) receipts.delete(key)
        }
      }),
    forget: (before) =>
      Effect.sync(() => {
        const old = [...receipts].filter(
          ([, { begunAt, result }]) => begunAt < before && result !== null,
        )
        for (const [key] of old) receipts.delete(key)
        return old.length
      }),
  }
}

export const MemoryReceipts = { layer: Layer.sync(Receipts, makeMemoryReceipts) } as const
