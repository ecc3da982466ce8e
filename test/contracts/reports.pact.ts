/** What the gateway needs of the member API for reports. */
import { Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { ReportRequest } from "@foldcast/contracts/upstream/reports"
import { MEMBER_TOKEN, memberApiAnswer, memberApiRefusal } from "./member-api-call.ts"

const asGuest = { lang: "nl", noNude: false } as const
const asMember = { ...asGuest, token: Redacted.make(MEMBER_TOKEN) } as const
const about = { performerId: "p_1", words: "This is not right.", brand: "foldcast" } as const
/** A key reports once, and a service may be verified again: the new performer's id is a new key. */
const received = { reportId: "rp_1" }

describe("the gateway sends a report", () => {
  it("of a profile, for a guest with an address for mails", async () => {
    const outcome = await memberApiAnswer({
      description: "a guest's report of a profile",
      given: [{ state: "a performer" }],
      request: {
        ...asGuest,
        call: "POST /report",
        body: {
          ...about,
          key: "a-report-of-a-guest",
          kind: "profile",
          reason: "underage",
          email: "contract.guest@example.com",
        },
      },
      bodySchema: ReportRequest,
      bodyFromState: { performerId: "performerId", key: "performerId" },
      example: received,
    })
    expect(outcome).toMatchObject({ body: received })
  })

  it("of a private message, for its member", async () => {
    const outcome = await memberApiAnswer({
      description: "a member's report of a private message",
      given: [{ state: "a conversation" }],
      request: {
        ...asMember,
        call: "POST /report",
        body: {
          ...about,
          key: "a-report-of-a-member",
          kind: "message",
          messageId: "pm_1",
          reason: "scam",
        },
      },
      bodySchema: ReportRequest,
      bodyFromState: { performerId: "performerId", messageId: "messageId", key: "performerId" },
      example: received,
    })
    expect(outcome).toMatchObject({ body: received })
  })

  it("and is refused a performer who does not exist", async () => {
    const outcome = await memberApiRefusal({
      description: "a report of nobody",
      given: [{ state: "a guest" }],
      request: {
        ...asGuest,
        call: "POST /report",
        body: {
          ...about,
          performerId: "no-such-performer",
          key: "a-report-of-nobody",
          kind: "profile",
          reason: "other",
        },
      },
      bodySchema: ReportRequest,
      status: 404,
      refusal: { label: "notFound" },
    })
    expect(outcome).toMatchObject({ _tag: "Refused", status: 404, label: "notFound" })
  })
})
