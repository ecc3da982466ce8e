/** Server-sent events, however the network splits them. */
import { describe, expect, it } from "vitest"
import { EventStreamReader } from "./event-stream.ts"

const STREAM =
  ': hello\n\nid: v:e:1\ndata: {"k":"a"}\n\ndata:first\r\ndata: second\r\n\r\nevent: x\ndata: é\n\ndata: cut'

describe("an event stream", () => {
  it("has the data of whole messages, wherever it is split", () => {
    const whole = ['{"k":"a"}', "first\nsecond", "é"]
    expect(new EventStreamReader().read(STREAM)).toEqual(whole)
    for (let size = 1; size < STREAM.length; size += 1) {
      const reader = new EventStreamReader()
      const messages: Array<string> = []
      for (let from = 0; from < STREAM.length; from += size) {
        messages.push(...reader.read(STREAM.slice(from, from + size)))
      }
      expect(messages).toEqual(whole)
    }
  })
})
