/**
 * The input of every relay of this bench: the realtime events of the member API that lead to a fact, in turn, each
 * in 300 bytes of JSON. The gateway's event for it, envelope included, is nearly as long; the gateway ignores
 * unknown fields.
 */
export interface UpstreamFrame {
  readonly event: string
  readonly payload: { readonly [key: string]: unknown }
}

const BYTES = 300

const PAYLOADS: ReadonlyArray<
  readonly [event: string, payload: (n: number) => UpstreamFrame["payload"]]
> = [
  ["setCredits", (n) => ({ credits: 100 + n })],
  ["updated-credits", (n) => ({ credits: 600 + n })],
  [
    "bundle-bought",
    (n) => ({
      sessionId: `ps_${String(n).padStart(16, "0")}`,
      bundleId: `b${n % 7}`,
      credits: 600 + n,
      amount: 1_000 + n,
      transactionId: `tx_${String(n).padStart(16, "0")}`,
    }),
  ],
  ["payment-failed", (n) => ({ sessionId: `ps_${String(n).padStart(16, "0")}`, reasonCode: 100 })],
  ["favourite-add", (n) => ({ performerId: String(10_000 + n) })],
  ["favourite-remove", (n) => ({ performerId: String(10_000 + n) })],
]

const frame = (n: number): string => {
  const [event, payload] = PAYLOADS[n % PAYLOADS.length] ?? ["", () => ({})]
  const of = (note: string) => JSON.stringify({ event, payload: { ...payload(n), note } })
  return of("n".repeat(BYTES - of("").length))
}

export const UPSTREAM_FRAMES: ReadonlyArray<string> = Array.from({ length: 42 }, (_, n) => frame(n))

/** Messages in a room: all of the same size, each with an id of its own. */
const roomMessage = (n: number): string => {
  const of = (message: string) =>
    JSON.stringify({
      event: "message",
      payload: {
        id: `msg_${String(n).padStart(20, "0")}`,
        from: `viewer-${n % 50}`,
        message,
        messageType: "member",
        recipient: "room",
        accounts: [{ nickname: `viewer-${n % 50}`, memberId: `member-${n % 50}` }],
      },
    })
  return of("n".repeat(BYTES - of("").length))
}

export const ROOM_MESSAGES: ReadonlyArray<string> = Array.from({ length: 1_000 }, (_, n) =>
  roomMessage(n),
)

/** The least that a relay with any check would check. */
export const isUpstreamFrame = (value: unknown): value is UpstreamFrame => {
  if (typeof value !== "object" || value === null) return false
  const { event, payload } = value as Partial<UpstreamFrame>
  return typeof event === "string" && typeof payload === "object"
}
