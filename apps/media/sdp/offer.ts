/**
 * Parses the SDP offer of a WHIP or WHEP client and writes a new one of what the engine supports, so that only these lines
 * reach the WebRTC library. Pure.
 *
 * Left out on purpose: candidates (the client's checks reach the engine, so the engine never sends to an address that
 * somebody only wrote down; `.local` names and end-of-candidates would stop the library's DTLS), header extensions and
 * transport-wide feedback, simulcast, and every codec but VP8, H264 in packetization mode 1, and Opus.
 */
import { Data, Result } from "effect"

export type SessionSide = "publish" | "watch"
export type VideoCodec = "VP8" | "H264"

export interface ParsedOffer {
  /** The new offer; lines end in CRLF. */
  readonly sdp: string
  readonly hasAudio: boolean
  /** In the client's order; empty where it offers no video. */
  readonly videoCodecs: ReadonlyArray<VideoCodec>
}

/** No offer by RFC 8866 and RFC 9429. */
export class OfferMalformed extends Data.TaggedError("OfferMalformed")<{
  readonly sentence: string
}> {}

/** An offer of what this engine does not support. */
export class OfferUnsupported extends Data.TaggedError("OfferUnsupported")<{
  readonly sentence: string
}> {}

export type OfferRefusal = OfferMalformed | OfferUnsupported

const MAX_LINES = 2_000
const MAX_LINE = 2_000
const MAX_SSRCS = 8
const KINDS = ["audio", "video"] as const
type Kind = (typeof KINDS)[number]

/** Thrown from inside the parser; `parseOffer` answers them as values. */
const malformed = (sentence: string): never => {
  throw new OfferMalformed({ sentence })
}
const unsupported = (sentence: string): never => {
  throw new OfferUnsupported({ sentence })
}

interface Section {
  readonly head: string
  readonly lines: ReadonlyArray<string>
}

interface Media extends Section {
  readonly kind: Kind
  readonly isRefused: boolean
  readonly payloadTypes: ReadonlyArray<string>
}

/** The session's section, and one for each medium. */
const sectionsOf = (text: string): readonly [Section, ...ReadonlyArray<Section>] => {
  const lines = text.split(/\r\n|\r|\n/u).filter((line) => line !== "")
  if (lines.length > MAX_LINES) malformed("the offer has too many lines")
  for (const line of lines) {
    if (line.length > MAX_LINE || !/^[a-z]=[\x20-\x7e]*$/u.test(line)) {
      malformed("a line of the offer is none of SDP")
    }
  }
  if (lines[0] !== "v=0") malformed("the offer does not begin with v=0")
  const starts = lines.flatMap((line, at) => (line.startsWith("m=") ? [at] : []))
  const section = (from: number, to: number | undefined): Section => ({
    head: lines[from] ?? "",
    lines: lines.slice(from + 1, to),
  })
  return [section(0, starts[0]), ...starts.map((start, index) => section(start, starts[index + 1]))]
}

const attributes = (section: Section, name: string): ReadonlyArray<string> =>
  section.lines.flatMap((line) =>
    line.startsWith(`a=${name}:`) ? [line.slice(name.length + 3)] : [],
  )

const hasFlag = (section: Section, name: string): boolean => section.lines.includes(`a=${name}`)

const MEDIA = /^m=(\w{1,20}) (\d{1,5}) (?:UDP|TCP)\/TLS\/RTP\/SAVPF((?: \d{1,3}){1,64})$/u

const mediaOf = (section: Section): Media => {
  if (section.head.startsWith("m=application")) unsupported("data channels are not taken")
  const [, kind, port, payloadTypes = ""] =
    MEDIA.exec(section.head) ?? malformed("a medium of the offer cannot be read")
  return {
    ...section,
    kind: KINDS.find((one) => one === kind) ?? unsupported("only audio and video are taken"),
    // `m=video 0` with bundle-only is an offer all the same (RFC 9143, section 7.2.1).
    isRefused: port === "0" && !hasFlag(section, "bundle-only"),
    payloadTypes: payloadTypes.trim().split(" "),
  }
}

const one = (media: Section, session: Section, name: string, form: RegExp): string => {
  const [value = ""] = [...attributes(media, name), ...attributes(session, name)]
  return form.test(value) ? value : malformed(`the offer has no usable ${name}`)
}

const DIRECTIONS = ["sendrecv", "sendonly", "recvonly", "inactive"] as const

const directionOf = (media: Media, session: Section) =>
  DIRECTIONS.find((name) => hasFlag(media, name)) ??
  DIRECTIONS.find((name) => hasFlag(session, name)) ??
  "sendrecv"

interface Codec {
  readonly payloadType: string
  readonly name: "VP8" | "H264" | "opus" | "rtx"
  readonly lines: ReadonlyArray<string>
}

const RTPMAPS: ReadonlyArray<readonly [Kind, RegExp, Codec["name"]]> = [
  ["video", /^VP8\/90000$/iu, "VP8"],
  ["video", /^H264\/90000$/iu, "H264"],
  ["video", /^rtx\/90000$/iu, "rtx"],
  ["audio", /^opus\/48000\/2$/iu, "opus"],
]
/** The RTCP feedback that the engine handles. */
const FEEDBACK = /^(?:nack|nack pli|ccm fir|goog-remb)$/u
const FMTP = /^[\w.;=, +/-]{0,500}$/u

const valueFor = (media: Media, name: string, payloadType: string): string =>
  attributes(media, name)
    .find((value) => value.startsWith(`${payloadType} `))
    ?.slice(payloadType.length + 1) ?? ""

const codecsOf = (media: Media): ReadonlyArray<Codec> =>
  media.payloadTypes.flatMap((payloadType): ReadonlyArray<Codec> => {
    if (Number(payloadType) > 127) malformed("a payload type is above 127")
    const map = valueFor(media, "rtpmap", payloadType)
    const known = RTPMAPS.find(([kind, form]) => kind === media.kind && form.test(map))
    if (known === undefined) return []
    const [, , name] = known
    const fmtp = valueFor(media, "fmtp", payloadType)
    if (!FMTP.test(fmtp)) malformed("a format of the offer cannot be read")
    if (name === "H264" && !/packetization-mode=1/u.test(fmtp)) return []
    const feedback = attributes(media, "rtcp-fb")
      .filter((value) => value.startsWith(`${payloadType} `) || value.startsWith("* "))
      .map((value) => value.slice(value.indexOf(" ") + 1))
      .filter((value) => FEEDBACK.test(value))
    const lines = [
      `a=rtpmap:${payloadType} ${name === "opus" ? "opus/48000/2" : `${name}/90000`}`,
      ...(name === "rtx" ? [] : feedback.map((value) => `a=rtcp-fb:${payloadType} ${value}`)),
      ...(fmtp === "" ? [] : [`a=fmtp:${payloadType} ${fmtp}`]),
    ]
    return [{ payloadType, name, lines }]
  })

/** Drops a retransmission's payload type without the one that it repeats. */
const withoutStrayRtx = (codecs: ReadonlyArray<Codec>): ReadonlyArray<Codec> => {
  const primary = codecs.filter(({ name }) => name !== "rtx").map(({ payloadType }) => payloadType)
  return codecs.filter(
    ({ name, lines }) =>
      name !== "rtx" ||
      primary.some((payloadType) =>
        lines.some((line) => line.startsWith("a=fmtp:") && line.endsWith(` apt=${payloadType}`)),
      ),
  )
}

const SSRC = /^(\d{1,10}) (cname:[\x21-\x7e]{1,100}|msid:[\w{}+/=-]{1,100} [\w{}+/=-]{1,100})$/u

const sourceLines = (media: Media): ReadonlyArray<string> => {
  const groups = attributes(media, "ssrc-group").filter((value) =>
    /^FID \d{1,10} \d{1,10}$/u.test(value),
  )
  const sources = attributes(media, "ssrc").filter((value) => SSRC.test(value))
  const numbers = new Set(sources.map((value) => Number(value.split(" ")[0])))
  if (numbers.size > MAX_SSRCS || [...numbers].some((number) => number > 0xffff_ffff)) {
    malformed("the offer's sources cannot be read")
  }
  const isKnown = (group: string) =>
    group
      .split(" ")
      .slice(1)
      .every((number) => numbers.has(Number(number)))
  return [
    ...groups.filter(isKnown).map((value) => `a=ssrc-group:${value}`),
    ...sources.map((value) => `a=ssrc:${value}`),
  ]
}

interface WrittenMedia {
  readonly kind: Kind
  readonly mid: string
  readonly isUsed: boolean
  readonly codecs: ReadonlyArray<Codec>
  readonly lines: ReadonlyArray<string>
}

const write = (media: Media, session: Section, side: SessionSide): WrittenMedia => {
  const mid = one(media, session, "mid", /^[\w-]{1,32}$/u)
  const wanted = side === "publish" ? "sendonly" : "recvonly"
  const offered = directionOf(media, session)
  const codecs = media.isRefused ? [] : withoutStrayRtx(codecsOf(media))
  const isUsed = codecs.length > 0 && (offered === wanted || offered === "sendrecv")
  const payloadTypes = isUsed
    ? codecs.map(({ payloadType }) => payloadType)
    : media.payloadTypes.slice(0, 1)
  const lines = [
    `m=${media.kind} ${isUsed ? 9 : 0} UDP/TLS/RTP/SAVPF ${payloadTypes.join(" ")}`,
    "c=IN IP4 0.0.0.0",
    `a=mid:${mid}`,
    `a=${isUsed ? wanted : "inactive"}`,
    `a=ice-ufrag:${one(media, session, "ice-ufrag", /^[\w+/-]{4,256}$/u)}`,
    `a=ice-pwd:${one(media, session, "ice-pwd", /^[\w+/-]{22,256}$/u)}`,
    `a=fingerprint:${one(media, session, "fingerprint", /^sha-(?:256|384|512) [\dA-F]{2}(?::[\dA-F]{2}){31,63}$/iu)}`,
    `a=setup:${one(media, session, "setup", /^(?:actpass|active|passive)$/u)}`,
    "a=rtcp-mux",
    ...(isUsed ? codecs.flatMap(({ lines }) => lines) : []),
    ...(isUsed && side === "publish" ? sourceLines(media) : []),
  ]
  return { kind: media.kind, mid, isUsed, codecs, lines }
}

const read = (text: string, side: SessionSide): ParsedOffer => {
  const [session, ...others] = sectionsOf(text)
  const all = others.map(mediaOf)
  if (all.length === 0) malformed("the offer has no medium")
  if (all.length > 4) unsupported("one audio and one video are taken")
  const written = all.map((media) => write(media, session, side))
  const used = written.filter(({ isUsed }) => isUsed)
  const mids = written.map(({ mid }) => mid)
  if (new Set(mids).size < mids.length) malformed("two media of the offer have one mid")
  if (used.length === 0) unsupported("no medium can be taken: VP8 or H264, and Opus")
  if (new Set(used.map(({ kind }) => kind)).size < used.length) {
    unsupported("one audio and one video are taken")
  }
  const [bundled = ""] = attributes(session, "group").filter((group) => group.startsWith("BUNDLE "))
  const group = new Set(bundled.split(" ").slice(1))
  if (used.length > 1 && !used.every(({ mid }) => group.has(mid))) {
    unsupported("audio and video have to be bundled")
  }
  const videoCodecs = used
    .filter(({ kind }) => kind === "video")
    .flatMap(({ codecs }) => codecs.map(({ name }) => name))
    .filter((name) => name === "VP8" || name === "H264")
  const lines = [
    "v=0",
    "o=- 1 1 IN IP4 0.0.0.0",
    "s=-",
    "t=0 0",
    `a=group:BUNDLE ${used.map(({ mid }) => mid).join(" ")}`,
    "a=msid-semantic:WMS *",
    ...written.flatMap(({ lines }) => lines),
  ]
  return {
    sdp: `${lines.join("\r\n")}\r\n`,
    hasAudio: used.some(({ kind }) => kind === "audio"),
    videoCodecs: [...new Set(videoCodecs)],
  }
}

export const parseOffer = (
  text: string,
  side: SessionSide,
): Result.Result<ParsedOffer, OfferRefusal> => {
  try {
    return Result.succeed(read(text, side))
  } catch (error) {
    if (error instanceof OfferMalformed || error instanceof OfferUnsupported) {
      return Result.fail(error)
    }
    throw error
  }
}
