import { Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { PUBLISH_OFFER, WATCH_OFFER } from "./browser-offers.fixture.ts"
import { GSTREAMER_PUBLISH_OFFER, GSTREAMER_WATCH_OFFER } from "./foreign-offers.fixture.ts"
import { parseOffer, type SessionSide } from "./offer.ts"

const read = (text: string, side: SessionSide = "publish") =>
  Result.getOrThrow(parseOffer(text, side))
const faultOf = (text: string, side: SessionSide = "publish") => {
  const offer = parseOffer(text, side)
  return Result.isFailure(offer) ? offer.failure._tag : "read"
}
const SIDES = ["publish", "watch"] as const

describe("an offer", () => {
  it("is rewritten with what the engine supports", () => {
    const { sdp, hasAudio, videoCodecs } = read(PUBLISH_OFFER)
    expect({ hasAudio, videoCodecs }).toEqual({ hasAudio: true, videoCodecs: ["VP8", "H264"] })
    const lines = sdp.split("\r\n")
    expect(lines.filter((line) => line.startsWith("m="))).toEqual([
      "m=audio 9 UDP/TLS/RTP/SAVPF 111",
      "m=video 9 UDP/TLS/RTP/SAVPF 96 97 102 103",
    ])
    expect(sdp).not.toMatch(
      /candidate|\.local|extmap:|transport-cc|simulcast|rid:|bundle-only|VP9|packetization-mode=0|127\.0\.0\.1/u,
    )
    expect(lines).toContain("a=ssrc-group:FID 2222 3333")
    expect(lines.filter((line) => line.startsWith("a=rtcp-fb:96 "))).toEqual([
      "a=rtcp-fb:96 goog-remb",
      "a=rtcp-fb:96 ccm fir",
      "a=rtcp-fb:96 nack",
      "a=rtcp-fb:96 nack pli",
    ])
  })

  it("of a client that is no browser is read the same way", () => {
    // Its media are named and ordered otherwise, with one form each, and repeat sound too.
    const published = read(GSTREAMER_PUBLISH_OFFER)
    expect(published).toMatchObject({ hasAudio: true, videoCodecs: ["H264"] })
    const written = published.sdp.split("\r\n")
    expect(written).toContain("a=group:BUNDLE video0 audio1")
    expect(written.filter((line) => /^(?:m|a=ssrc)/u.test(line))).toEqual([
      "m=video 9 UDP/TLS/RTP/SAVPF 96",
      expect.stringMatching(/^a=ssrc:\d+ cname:user1@host-1$/u),
      "m=audio 9 UDP/TLS/RTP/SAVPF 97",
      expect.stringMatching(/^a=ssrc:\d+ cname:user1@host-1$/u),
    ])
    expect(written).toContain("a=rtpmap:97 opus/48000/2")
    expect(published.sdp).not.toMatch(/candidate|transport-cc|bundle-only|framerate|192\.0\.2/u)
    const watched = read(GSTREAMER_WATCH_OFFER, "watch")
    expect(watched).toMatchObject({ hasAudio: true, videoCodecs: ["H264"] })
    expect(watched.sdp.split("\r\n").filter((line) => line.startsWith("m="))).toEqual([
      "m=video 9 UDP/TLS/RTP/SAVPF 96 98",
      "m=audio 9 UDP/TLS/RTP/SAVPF 97",
    ])
    for (const offer of [published, watched]) {
      expect(faultOf(offer.sdp, offer === published ? "publish" : "watch")).toBe("read")
    }
  })

  it("is read again as it was written", () => {
    for (const [text, side] of [
      [PUBLISH_OFFER, "publish"],
      [WATCH_OFFER, "watch"],
    ] as const) {
      const first = read(text, side)
      expect(read(first.sdp, side)).toEqual(first)
    }
  })

  it("keeps the place of a refused medium", () => {
    const text = WATCH_OFFER.replace("a=bundle-only\r\n", "")
    const { sdp, videoCodecs } = read(text, "watch")
    expect(videoCodecs).toEqual([])
    expect(sdp).toContain("m=video 0 ")
    expect(sdp).toContain("a=group:BUNDLE 0\r\n")
  })

  it.each([
    ["OfferUnsupported", PUBLISH_OFFER.replaceAll("a=sendonly", "a=recvonly")],
    ["OfferUnsupported", PUBLISH_OFFER.replace("BUNDLE 0 1", "BUNDLE 0")],
    ["OfferUnsupported", `${PUBLISH_OFFER}m=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\n`],
    ["OfferUnsupported", PUBLISH_OFFER.replaceAll(/VP8|H264|opus/gu, "AV1")],
    ["OfferMalformed", PUBLISH_OFFER.replaceAll(/a=ice-pwd.*\r\n/gu, "")],
    ["OfferMalformed", PUBLISH_OFFER.replaceAll("sha-256", "md5")],
    ["OfferMalformed", PUBLISH_OFFER.replace("a=mid:1", "a=mid:0")],
    ["OfferMalformed", PUBLISH_OFFER.replace("ssrc:2222 cname", "ssrc:9999999999 cname")],
    ["OfferMalformed", PUBLISH_OFFER.replace("111 63", "511 63")],
    ["OfferMalformed", PUBLISH_OFFER.replace("v=0", "v=1")],
    ["OfferMalformed", "v=0\r\n"],
    ["OfferMalformed", ""],
    ["OfferMalformed", "v=0\r\nhello\r\n"],
    ["OfferMalformed", `v=0\r\n${"a=x\r\n".repeat(3_000)}`],
  ])("is refused as %s (%#)", (fault, text) => {
    expect(faultOf(text)).toBe(fault)
  })

  it("is read or refused, and never throws, whatever was sent", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 400 }),
        fc.constantFrom(...SIDES),
        (text, side) => {
          expect(faultOf(text, side)).toBe("OfferMalformed")
        },
      ),
    )
  })

  it("is read or refused, and never throws, whatever changed it on its way", () => {
    const lines = PUBLISH_OFFER.split("\r\n")
    const change = fc.record({
      line: fc.nat({ max: lines.length - 1 }),
      how: fc.constantFrom("drop", "double", "swap", "cut", "replace"),
      text: fc.string({ maxLength: 40 }),
      at: fc.nat({ max: 60 }),
    })
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 5 }), (changes) => {
        const changed = [...lines]
        for (const { line, how, text, at } of changes) {
          const old = changed[line] ?? ""
          if (how === "drop") changed.splice(line, 1)
          if (how === "double") changed.splice(line, 0, old)
          if (how === "swap") changed.splice(line, 1, changed.at(-1 - at) ?? "", old)
          if (how === "cut") changed[line] = old.slice(0, at)
          if (how === "replace") changed[line] = old.slice(0, at) + text + old.slice(at)
        }
        expect(["OfferMalformed", "OfferUnsupported", "read"]).toContain(
          faultOf(changed.join("\r\n")),
        )
      }),
      { numRuns: 2_000 },
    )
  })
})
