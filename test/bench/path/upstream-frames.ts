/**
 * What every relay of this bench receives: a realtime event of the member API in 300 bytes of JSON. The
 * gateway's event about it, envelope included, is as long again; what it does not know is ignored.
 */
export interface UpstreamFrame {
  readonly event: string
  readonly payload: { readonly [key: string]: unknown }
}

const BYTES = 300

const frame = (n: number): string => {
  const of = (note: string) =>
    JSON.stringify({
      event: "bundle-bought",
      payload: {
        sessionId: `ps_${String(n).padStart(16, "0")}`,
        bundleId: `b${n % 7}`,
        credits: 600 + n,
        amount: 1_000 + n,
        transactionId: `tx_${String(n).padStart(16, "0")}`,
        note,
      },
    })
  return of("n".repeat(BYTES - of("").length))
}

export const UPSTREAM_FRAMES: ReadonlyArray<string> = Array.from({ length: 40 }, (_, n) => frame(n))

/** What a relay that checks at all would check. */
export const isUpstreamFrame = (value: unknown): value is UpstreamFrame => {
  if (typeof value !== "object" || value === null) return false
  const { event, payload } = value as Partial<UpstreamFrame>
  return typeof event === "string" && typeof payload === "object"
}
