import { describe, expect, it, vi } from "vitest"
import { newUuid, uuidOf } from "./uuid.ts"

describe("a UUID outside secure contexts", () => {
  it("is of version 4, made of random bytes (RFC 9562, appendix A.3)", () => {
    const bytes = Uint8Array.from(
      (("919108f752d133205bacf847db4148a8".match(/../gu) ?? []) as ReadonlyArray<string>).map(
        (hex) => Number.parseInt(hex, 16),
      ),
    )
    expect(uuidOf(bytes)).toBe("919108f7-52d1-4320-9bac-f847db4148a8")
    for (const byte of [0, 255]) {
      expect(uuidOf(new Uint8Array(16).fill(byte))).toMatch(
        /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/u,
      )
    }
  })

  it("is made where the browser makes none, and is different each time", () => {
    vi.stubGlobal("crypto", {
      getRandomValues: (bytes: Uint8Array) => bytes.map(() => Math.floor(Math.random() * 256)),
    })
    expect(newUuid()).toMatch(/^[\da-f-]{36}$/u)
    expect(newUuid()).not.toBe(newUuid())
    vi.unstubAllGlobals()
  })
})
