import { describe, expect, it } from "vitest"
import { engineFailureOf, iceServersIn, isSdp, silent } from "./engine-answer.ts"

describe("an answer of the media engine", () => {
  it("is sorted by its status into the failures that a viewer is told", () => {
    const tags = [400, 401, 403, 404, 406, 429, 500, 503, 302].map(
      (status) => engineFailureOf(status, null)._tag,
    )
    expect(tags).toEqual([
      "OfferRefused",
      "NotAllowed",
      "NotAllowed",
      "NotAllowed",
      "NoCommonCodec",
      "EngineSilent",
      "EngineSilent",
      "EngineSilent",
      "EngineSilent",
    ])
  })

  it("says when to try again, within limits", () => {
    const seconds = ["7", "0", "3600", "-1", "1.5", "Wed, 21 Oct 2026 07:28:00 GMT", null].map(
      (retryAfter) => silent("full", retryAfter).retryAfterSeconds,
    )
    expect(seconds).toEqual([7, 1, 60, 5, 5, 5, 5])
  })

  it("is a session description, with ICE servers and no other links", () => {
    expect(["application/sdp", "Application/SDP; charset=utf-8"].map(isSdp)).toEqual([true, true])
    expect([null, "", "text/html", "application/sdpx"].some(isSdp)).toBe(false)
    const stun = "<stun:stun.example>; rel=ice-server"
    expect(iceServersIn(stun)).toBe(stun)
    expect(iceServersIn(null)).toBeNull()
    expect(iceServersIn('<a>; rel="preload"')).toBeNull()
    expect(iceServersIn(`${stun}, <${"x".repeat(4_096)}>`)).toBeNull()
  })
})
