import { describe, expect, it } from "vitest"
import { attachmentIdOf, picturesLost, privateMessage } from "./private-messages.ts"

const AT = Date.UTC(2026, 10, 24, 12)
const empty = { id: 7, createdAt: "2026-11-24T12:00:00Z", receiver: 12, read: false }
const text = { ...empty, content: "Hello" }

describe("a picture of a message", () => {
  const withPicture = (url: string) => ({ ...empty, attachment: { url, width: 40 } })

  it("is named by its id, with the size that is told", () => {
    const told = withPicture("/inbox/attachment/pic_1")
    expect(privateMessage(told)).toEqual({
      id: "7",
      attachment: { attachmentId: "pic_1", width: 40 },
      createdAt: AT,
      receiver: "12",
      read: false,
    })
    expect(picturesLost([told, text])).toBe(0)
  })

  it.each([
    "https://elsewhere.test/inbox/attachment/1",
    "//elsewhere.test/inbox/attachment/1",
    "/inbox/attachment/",
    "/inbox/attachment/../list",
    "/inbox/attachment/1?size=2",
    "/inbox/attachment/1/2",
    `/inbox/attachment/${"a".repeat(65)}`,
  ])("is left out where it is at %s", (url) => {
    expect(attachmentIdOf({ url })).toBe(null)
    expect(privateMessage(withPicture(url))).not.toHaveProperty("attachment")
    expect(picturesLost([withPicture(url), text])).toBe(1)
  })
})
