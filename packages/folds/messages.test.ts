import { describe, expect, it } from "vitest"
import { NO_ANSWER } from "@foldcast/contracts/commands/no-answer"
import type { ClientFactOf } from "@foldcast/contracts/client-facts/client-fact"
import type { EventOf } from "@foldcast/contracts/stream/event"
import { commandId, TestLog } from "./log.fixtures.ts"
import { MAX_HEARD, messagesOf } from "./messages.ts"

const text = (id: string, message = "Hi"): ClientFactOf<"CommandSent"> => ({
  _tag: "CommandSent",
  commandId: commandId(id),
  command: "SendPrivateMessage",
  performerId: "p1",
  message,
})
const received = (messageId: string): EventOf<"PrivateMessageReceived"> => ({
  _tag: "PrivateMessageReceived",
  conversationId: "c1",
  message: { messageId, receiver: "m1", text: "Hello", sentAt: 1_000 },
})
const sent = (messageId: string): EventOf<"PrivateMessageSent"> => ({
  _tag: "PrivateMessageSent",
  performerId: "p1",
  conversationId: "c1",
  message: { messageId, receiver: "p1", text: "Hi", sentAt: 2_000 },
})
const outgoingOf = (log: TestLog) => messagesOf(log.state).outgoing
const sendingOf = (log: TestLog) => outgoingOf(log).map(({ sending }) => sending)

describe("own messages under way", () => {
  it("are there at once, a picture as well as a text, and gone once they are heard as sent", () => {
    const log = new TestLog().fact(text("1")).fact({
      _tag: "CommandSent",
      commandId: commandId("2"),
      command: "SendPrivateMessage",
      performerId: "p1",
      attachment: "upload-1",
    })
    expect(outgoingOf(log).map(({ content }) => content)).toEqual([
      { _tag: "Text", text: "Hi" },
      { _tag: "Picture", attachmentId: "upload-1" },
    ])
    log.event(sent("7"), commandId("1"))
    expect(outgoingOf(log)).toHaveLength(1)
    expect(messagesOf(log.state).heard).toMatchObject([{ n: 1, cause: commandId("1") }])
  })

  it("fail with the reason, and keep their place when they are tried again", () => {
    const log = new TestLog().fact(text("1")).fact(text("2", "Second"))
    log.event(
      { _tag: "PrivateMessageRefused", performerId: "p1", label: "blocked" },
      commandId("1"),
    )
    const failed = { _tag: "Failed", label: "blocked", mayBeSent: false }
    expect(sendingOf(log)).toEqual([failed, { _tag: "Sending" }])
    log.fact(text("1"))
    expect(sendingOf(log)).toEqual([{ _tag: "Sending" }, { _tag: "Sending" }])
  })

  it("are unknown until the service says what became of them", () => {
    const log = new TestLog().fact(text("1"))
    log.event({ _tag: "PrivateMessageUnknown", performerId: "p1" }, commandId("1"))
    expect(sendingOf(log)).toEqual([{ _tag: "Unknown" }])
    log.event(sent("7"), commandId("1"))
    expect(outgoingOf(log)).toEqual([])
  })

  it("may be sent where nothing answered, and are not where the gateway refused", () => {
    const log = new TestLog().fact(text("1")).fact(text("2"))
    log.fact({ _tag: "CommandFailed", commandId: commandId("1"), label: NO_ANSWER })
    log.fact({ _tag: "CommandFailed", commandId: commandId("2"), label: "http.429" })
    expect(sendingOf(log)).toEqual([
      { _tag: "Failed", label: NO_ANSWER, mayBeSent: true },
      { _tag: "Failed", label: "http.429", mayBeSent: false },
    ])
  })

  it("are never another visitor's", () => {
    const log = new TestLog().fact(text("1")).event({ _tag: "LoggedOut", reason: "requested" })
    expect(outgoingOf(log)).toEqual([])
  })

  it("stay as the stream said, whatever becomes of the answers to their commands", () => {
    const log = new TestLog().fact(text("1"))
    log.event(
      { _tag: "PrivateMessageRefused", performerId: "p1", label: "blocked" },
      commandId("1"),
    )
    log.fact({ _tag: "CommandFailed", commandId: commandId("1"), label: NO_ANSWER })
    expect(sendingOf(log)).toMatchObject([{ label: "blocked", mayBeSent: false }])
    // A retry that is answered with the outcome of before has no other one to wait for.
    log.fact(text("1")).fact({ _tag: "CommandAdmitted", commandId: commandId("1"), seq: 1 })
    expect(sendingOf(log)).toMatchObject([{ _tag: "Failed", mayBeSent: false }])
  })

  it("go where they are deleted", () => {
    const log = new TestLog().fact(text("1")).fact(text("2"))
    log.fact({ _tag: "OwnLineDiscarded", commandId: commandId("1") })
    expect(outgoingOf(log).map((message) => message.commandId)).toEqual([commandId("2")])
  })
})

describe("what is heard of conversations", () => {
  it("is counted without a gap, also where the oldest goes", () => {
    const log = new TestLog()
    for (let n = 0; n < MAX_HEARD + 2; n += 1) log.event(received(String(n)))
    const { heard, heardCount } = messagesOf(log.state)
    expect(heardCount).toBe(MAX_HEARD + 2)
    expect(heard.map(({ n }) => n)).toEqual(Array.from({ length: MAX_HEARD }, (_, i) => i + 3))
  })

  it("begins anew with each stream", () => {
    const log = new TestLog().event(received("1")).event({ _tag: "StreamReset", reason: "unknown" })
    expect(messagesOf(log.state)).toMatchObject({ heardCount: 0, heard: [] })
  })

  it("says why a change was refused, until the next one is sent", () => {
    const refusal = { conversationId: "c1", label: "request.failed" }
    const log = new TestLog()
    log.event({ _tag: "ConversationChangeRefused", ...refusal }, commandId("2"))
    expect(messagesOf(log.state).refusal).toEqual({
      commandId: commandId("2"),
      label: "request.failed",
    })
    log.fact({ _tag: "CommandSent", commandId: commandId("3"), command: "DeleteConversation" })
    expect(messagesOf(log.state).refusal).toBeNull()
  })
})
