/** The library can read the frames that we encode. */
import type { Writable } from "node:stream"
import * as library from "ws"
import { describe, expect, it } from "vitest"
import { textFrames } from "./text-frames.ts"

/** The message parser of ws; its types omit it. */
const { Receiver } = library as unknown as {
  readonly Receiver: new (options: { readonly isServer: boolean }) => Writable
}

const read = (bytes: Buffer) => {
  const messages: Array<string> = []
  const receiver = new Receiver({ isServer: false })
  receiver.on("message", (data: Buffer, isBinary: boolean) =>
    messages.push(isBinary ? "binary" : data.toString("utf8")),
  )
  receiver.on("error", (error: Error) => messages.push(String(error)))
  receiver.write(bytes)
  return messages
}

describe("text frames", () => {
  it("are read as the messages that were written, at every width of their length", () => {
    for (const length of [0, 1, 125, 126, 127, 65_535, 65_536, 70_000]) {
      const message = "x".repeat(length)
      expect(read(textFrames([message]))).toEqual([message])
    }
    const mixed = ["é€😀", "{}", "x".repeat(126), "€".repeat(30_000), ""]
    expect(read(textFrames(mixed))).toEqual(mixed)
    expect(textFrames([])).toHaveLength(0)
  })
})
