/**
 * Checks a capture line by line: order, hash chain, numbers, positions, signature.
 *
 * A file is one or more captures after each other, each from header to footer: the visits of a tab are one file.
 * Invariant: after a verdict nothing more is read.
 */
import { Exit, SchemaParser } from "effect"
import {
  type AnyCaptureHeader,
  CAPTURE_FORMAT,
  CAPTURE_VERSION,
  CaptureFooter,
  CaptureFooterV1,
  CaptureHeader,
  CaptureHeaderV1,
} from "@foldcast/contracts/capture/capture"
import {
  chainHashOfVersion1,
  chainStart,
  footerHash,
  lineHash,
  type Sha256,
} from "@foldcast/contracts/capture/hash-chain"
import { PROTOCOL } from "@foldcast/contracts/protocol-version"
import {
  type ParsedLine,
  positionOf,
  parseLine,
  undecodable,
  type Undecodable,
} from "./parsed-line.ts"
import { type KnownKeys, NO_KEYS, checkSignature } from "./signature.ts"
import { CaptureVerdict } from "./verdict.ts"

const decodeHeader = SchemaParser.decodeUnknownExit(CaptureHeader)
const decodeHeaderV1 = SchemaParser.decodeUnknownExit(CaptureHeaderV1)
const decodeFooter = SchemaParser.decodeUnknownExit(CaptureFooter)
const decodeFooterV1 = SchemaParser.decodeUnknownExit(CaptureFooterV1)

/** Of version 1, whose captures are not numbered. */
const ALONE: CaptureHeader["part"] = { number: 1, of: 1, previous: null }
const partOf = (header: AnyCaptureHeader): CaptureHeader["part"] =>
  "part" in header ? header.part : ALONE

interface Parsed {
  readonly [member: string]: unknown
}

const parse = (text: string): Parsed | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === "object" && !Array.isArray(value)
      ? (value as Parsed)
      : undefined
  } catch {
    return undefined
  }
}

/** What is carried from one line to the next; `BEGINNING` before the first. */
export interface ChainPlace {
  /** Lines read and found right, headers and footers included. */
  readonly line: number
  readonly inside: boolean
  /** The captures of a file are numbered: the last that was begun, and how many there are. */
  readonly part: CaptureHeader["part"]
  readonly version: number
  readonly h: string
  readonly count: number
  readonly t: number
  /** The last position. */
  readonly seq: number
}

export const CHAIN_START: ChainPlace = {
  line: 0,
  inside: false,
  part: ALONE,
  version: CAPTURE_VERSION,
  h: "",
  count: 0,
  t: 0,
  seq: 0,
}

export class LineChecker {
  readonly #sha256: Sha256
  readonly #keys: KnownKeys
  readonly #at: { -readonly [Member in keyof ChainPlace]: ChainPlace[Member] }

  constructor(sha256: Sha256, keys: KnownKeys = NO_KEYS, from: ChainPlace = CHAIN_START) {
    this.#sha256 = sha256
    this.#keys = keys
    this.#at = { ...from }
  }

  get place(): ChainPlace {
    return { ...this.#at }
  }

  /** Lines read and found right, headers and footers included. */
  get line(): number {
    return this.#at.line
  }

  /** What the next line is, or why reading ends here. */
  next(text: string): ParsedLine | CaptureVerdict {
    const value = parse(text)
    if (value === undefined) return this.#refused("it is not JSON")
    const read = this.#at.inside ? this.#within(text, value) : this.#header(text, value)
    if ("kind" in read && read.kind === "undecodable") return this.#refused(read.why)
    if ("kind" in read) this.#at.line += 1
    return read
  }

  /** Whether the file may end here: after the footer of its last capture. */
  get complete(): boolean {
    return !this.#at.inside && this.#at.line > 0 && this.#at.part.number >= this.#at.part.of
  }

  /** In version 1 a blank line is nothing; from version 2 on it is a change. */
  get skipsEmptyLines(): boolean {
    return this.#at.version === 1
  }

  #refused(why: string): CaptureVerdict {
    if (this.#at.line === 0) return CaptureVerdict.NotACapture()
    return CaptureVerdict.Damaged({ line: this.#at.line + 1, why })
  }

  #header(text: string, value: Parsed): ParsedLine | Undecodable | CaptureVerdict {
    if (value["fmt"] !== CAPTURE_FORMAT) return this.#refused("a header is due and this is none")
    const { v, protocol } = value
    if (typeof v === "number" && v > CAPTURE_VERSION)
      return CaptureVerdict.Newer({
        what: `it is a capture of version ${v}, known is ${CAPTURE_VERSION}`,
      })
    if (typeof protocol === "number" && protocol > PROTOCOL.max)
      return CaptureVerdict.Newer({
        what: `it speaks protocol ${protocol}, known is ${PROTOCOL.max}`,
      })
    const header = v === 1 ? decodeHeaderV1(value) : decodeHeader(value)
    if (Exit.isFailure(header))
      return CaptureVerdict.Damaged({ line: this.#at.line + 1, why: undecodable(header).why })
    const next = partOf(header.value)
    const isFirst = this.#at.line === 0 || next === ALONE
    const due = isFirst
      ? { number: 1, of: next.of }
      : { number: this.#at.part.number + 1, of: this.#at.part.of }
    if (next.number !== due.number || next.of !== due.of)
      return CaptureVerdict.Damaged({
        line: this.#at.line + 1,
        why: `it begins capture ${next.number} of ${next.of}, and ${due.number} of ${due.of} is due`,
      })
    if (next.previous !== (isFirst ? null : this.#at.h))
      return this.#refused("the capture before it is another than it says")
    this.#at.inside = true
    this.#at.part = next
    this.#at.version = header.value.v
    this.#at.h = chainStart(this.#sha256, header.value.v, text)
    this.#at.count = 0
    this.#at.t = 0
    this.#at.seq = 0
    return { kind: "header", header: header.value }
  }

  #within(text: string, value: Parsed): ParsedLine | Undecodable | CaptureVerdict {
    const isFooter = value["dir"] === undefined && value["stateHash"] !== undefined
    const h = this.#hashOf(text, value, isFooter)
    if (h === null || h !== value["h"]) return this.#refused("its hash is wrong")
    this.#at.h = h
    if (isFooter) return this.#footer(value)
    const read = parseLine(value)
    if (read.kind === "undecodable") return read
    const wrong = this.#outOfOrder(value, read)
    return wrong === undefined ? read : { kind: "undecodable", why: wrong }
  }

  /** Null where the line does not end with one. */
  #hashOf(text: string, value: Parsed, isFooter: boolean): string | null {
    if (this.#at.version === 1) return chainHashOfVersion1(this.#sha256, this.#at.h, value)
    return (isFooter ? footerHash : lineHash)(this.#sha256, this.#at.h, text)
  }

  #outOfOrder(value: Parsed, read: ParsedLine): string | undefined {
    this.#at.count += 1
    if (value["i"] !== this.#at.count) return `its number is not ${this.#at.count}`
    if ("t" in read) {
      if (read.t < this.#at.t) return "its time runs back"
      this.#at.t = read.t
    }
    const seq = positionOf(read)
    if (seq !== null && seq !== ++this.#at.seq) return `its position is not ${this.#at.seq}`
    return undefined
  }

  #footer(value: Parsed): ParsedLine | Undecodable {
    const signed = this.#at.version === 1 ? null : decodeFooter(value)
    const footer = signed ?? decodeFooterV1(value)
    if (Exit.isFailure(footer)) return undecodable(footer)
    if (footer.value.count !== this.#at.count)
      return {
        kind: "undecodable",
        why: `it counts ${footer.value.count} lines and there are ${this.#at.count}`,
      }
    const signature =
      signed !== null && Exit.isSuccess(signed)
        ? checkSignature(this.#keys, signed.value)
        : ({ _tag: "Absent" } as const)
    if (signature === null)
      return { kind: "undecodable", why: "its signature is not that of the key it names" }
    this.#at.inside = false
    return { kind: "footer", footer: footer.value, signature }
  }
}
