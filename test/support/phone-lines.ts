/**
 * The phone's provider as a test plays it: calls come in, are connected, cost time and end when the test wants, and
 * instructions are carried out when the test says so. Its book is what callers are charged for.
 *
 * Invariants: the seconds of a call run in the backend's own time; a call is over once the backend has taken the notice
 * of its end.
 */
import { expect } from "vitest"
import type { TestPhone } from "@foldcast/backend/phone/phone.fixture"

/** As the phone's fixture declares them in PHONE_NUMBERS. */
const LINES = {
  NL: { number: "0906-1234", tariffCents: 80, startCents: 45, maxSeconds: 3_600 },
  BE: { number: "0907-12345", tariffCents: 100, startCents: 0, maxSeconds: 600 },
} as const
export type PhoneCountry = keyof typeof LINES

type Notice = Parameters<TestPhone["says"]>[0]
export type LineEnd = "caller" | "line" | "instructed" | "provider"

export interface PhoneLine {
  /** The provider's name for the call. */
  readonly call: string
  readonly country: PhoneCountry
  readonly pin: string
  connectedAt: number | null
  isOver: boolean
  /** The clock has jumped since it came in: the backend may have taken it for a call that nobody tells of any more. */
  isOverdue: boolean
  /** The IVR session in which its PIN was accepted; null: in none that is known. */
  session: string | null
  /** The seconds of each notice. */
  readonly told: Array<number>
  readonly notices: Array<Notice>
}

/** Whole cents of so many seconds, and the start. */
export const centsOf = ({ country, connectedAt }: PhoneLine, seconds: number): number => {
  const { tariffCents, startCents } = LINES[country]
  return connectedAt === null ? 0 : Math.floor((seconds * tariffCents) / 60) + startCents
}

export const secondsTold = ({ told }: PhoneLine): number => Math.max(...told)

export class PhoneLines {
  readonly all: Array<PhoneLine> = []
  readonly #phone: TestPhone
  readonly #now: () => number
  #obeyed = 0

  /** `now`: monotonic milliseconds of the backend. */
  constructor(phone: TestPhone, now: () => number) {
    this.#phone = phone
    this.#now = now
  }

  get open(): ReadonlyArray<PhoneLine> {
    return this.all.filter(({ isOver }) => !isOver)
  }

  async arrives(country: PhoneCountry): Promise<PhoneLine> {
    const { number, tariffCents } = LINES[country]
    const { call, pin, answer } = await this.#phone.arrives(number, tariffCents)
    expect(answer.status).toBe(200)
    const line: PhoneLine = {
      call,
      country,
      pin,
      connectedAt: null,
      isOver: false,
      isOverdue: false,
      session: null,
      told: [0],
      notices: [],
    }
    this.all.push(line)
    return line
  }

  /** A PIN that none of the calls at that number has. */
  wrongPin(country: PhoneCountry): string {
    const taken = new Set(this.all.flatMap((line) => (line.country === country ? [line.pin] : [])))
    let digits = 0
    while (taken.has(String(digits).padStart(4, "0"))) digits += 1
    return String(digits).padStart(4, "0")
  }

  async connects(line: PhoneLine): Promise<void> {
    if (line.isOver || line.connectedAt !== null) return
    line.connectedAt = this.#now()
    await this.#says(line, { kind: "connected", call: line.call })
  }

  /** Tells how long the call has lasted. */
  async talks(line: PhoneLine): Promise<void> {
    if (line.isOver || line.connectedAt === null) return
    const seconds = this.#seconds(line)
    await this.#says(line, { kind: "talking", call: line.call, seconds })
    line.told.push(seconds)
  }

  async ends(line: PhoneLine, reason: LineEnd): Promise<void> {
    if (line.isOver) return
    const seconds = this.#seconds(line)
    await this.#says(line, { kind: "ended", call: line.call, seconds, reason })
    line.told.push(seconds)
    line.isOver = true
  }

  /** Tells everything again, the newest first. */
  async repeats({ notices }: PhoneLine): Promise<void> {
    for (const notice of notices.toReversed()) {
      expect((await this.#phone.says(notice)).status).toBe(200)
    }
  }

  /** When the backend has told it to connect the call. */
  async untilAsked(line: PhoneLine): Promise<void> {
    if (line.connectedAt === null) await this.#phone.provider.until(line.call, "connect")
  }

  /** Carries out what it was told since the last time. */
  async obeys(): Promise<void> {
    const { heard } = this.#phone.provider
    for (; this.#obeyed < heard.length; this.#obeyed += 1) {
      const told = heard[this.#obeyed]
      const line = this.all.find(({ call }) => call === told?.call)
      if (line === undefined) continue
      if (told?.kind === "connect") await this.connects(line)
      if (told?.kind === "hangUp") await this.ends(line, "instructed")
    }
  }

  #seconds({ country, connectedAt }: PhoneLine): number {
    if (connectedAt === null) return 0
    const seconds = Math.floor((this.#now() - connectedAt) / 1_000)
    return Math.min(seconds, LINES[country].maxSeconds)
  }

  async #says(line: PhoneLine, notice: Notice): Promise<void> {
    line.notices.push(notice)
    expect((await this.#phone.says(notice)).status).toBe(200)
  }
}
