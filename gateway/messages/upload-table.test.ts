import { array, assert, constantFrom, integer, property, record } from "fast-check"
import { describe, expect, it } from "vitest"
import type { OwnerId } from "../log/visit-header.ts"
import { KEPT_MS, UploadTable } from "./upload-table.ts"

const KIB = 1_024
const BOUNDS = { all: 1_000 * KIB, ofOwner: 400 * KIB, ofAddress: 600 * KIB }
const owner = (name: string) => name as OwnerId
const JPEG = Uint8Array.of(0xff, 0xd8, 0xff)
const anna = { owner: owner("anna"), address: "a1", bytes: 3 }

const kept = () => {
  const table = new UploadTable(BOUNDS)
  table.begin("one", anna, 0)
  table.arrived("one", JPEG)
  return table
}

describe("pictures on their way into a message", () => {
  it("are found by their owner alone, once they are here and until their term", () => {
    const table = new UploadTable(BOUNDS)
    expect(table.begin("one", anna, 0)).toBe(true)
    expect(table.find(anna.owner, "one", 1)).toBeNull()
    table.arrived("one", JPEG)
    expect(table.find(anna.owner, "one", KEPT_MS - 1)).toBe(JPEG)
    expect(table.find(anna.owner, "one", KEPT_MS)).toBeNull()
    expect(table.find(owner("robin"), "one", 1)).toBeNull()
    expect(table.find(anna.owner, "two", 1)).toBeNull()
  })

  it("leave their room where they break off, and at the end of their term", () => {
    const table = kept()
    table.begin("two", { ...anna, bytes: 336 * KIB }, 0)
    expect(table.begin("three", anna, 0)).toBe(false)
    table.dropped("two")
    expect(table.begin("three", anna, 0)).toBe(true)
    expect(table.begin("four", { ...anna, bytes: 400 * KIB }, KEPT_MS)).toBe(true)
  })

  it("are sent once at a time, and again where they were not sent", () => {
    const table = kept()
    expect(table.take(anna.owner, "one", 1)).toBe(JPEG)
    expect(table.take(anna.owner, "one", 1)).toBeNull()
    expect(table.find(anna.owner, "one", 1)).toBe(JPEG)
    table.handBack("one")
    expect(table.take(owner("robin"), "one", 1)).toBeNull()
    expect(table.take(anna.owner, "one", 1)).toBe(JPEG)
  })

  it("never take more than the bounds, in all, of an owner and of an address", () => {
    const arrival = record({
      owner: constantFrom("a", "b", "c", "d"),
      address: constantFrom("x", "y", "z"),
      bytes: integer({ min: 0, max: 500 * KIB }),
    })
    assert(
      property(array(arrival, { maxLength: 60 }), (arrivals) => {
        const table = new UploadTable(BOUNDS)
        const taken = arrivals.filter((one, index) =>
          table.begin(String(index), { ...one, owner: owner(one.owner) }, index),
        )
        const sum = (of: typeof taken) =>
          of.reduce((bytes, one) => bytes + Math.max(one.bytes, 64 * KIB), 0)
        expect(sum(taken)).toBeLessThanOrEqual(BOUNDS.all)
        for (const { owner: who, address } of taken) {
          expect(sum(taken.filter((one) => one.owner === who))).toBeLessThanOrEqual(BOUNDS.ofOwner)
          expect(sum(taken.filter((one) => one.address === address))).toBeLessThanOrEqual(
            BOUNDS.ofAddress,
          )
        }
      }),
    )
  })
})
