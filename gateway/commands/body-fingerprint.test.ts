import { Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { deriveKeys } from "../sessions/seal.ts"
import { fingerprintBody } from "./body-fingerprint.ts"

describe("the fingerprint of a command's body", () => {
  const first = Redacted.make(new Uint8Array(32).fill(1))
  const second = Redacted.make(new Uint8Array(32).fill(2))
  const sent = { commandId: "c", command: { _tag: "LogIn", email: "a@b", password: "canary-pass" } }

  it("is the same for equal bodies whatever the order of their keys, and differs otherwise", () => {
    const keys = deriveKeys([first], "command fingerprint")
    const turned = {
      command: { password: "canary-pass", email: "a@b", _tag: "LogIn" },
      commandId: "c",
    }
    expect(fingerprintBody(keys, turned)).toEqual(fingerprintBody(keys, sent))
    expect(fingerprintBody(keys, { ...sent, commandId: "d" })).not.toEqual(
      fingerprintBody(keys, sent),
    )
  })

  it("cannot be made without the secret, and is recognised after the secret's rotation", () => {
    const old = fingerprintBody(deriveKeys([first], "command fingerprint"), sent)
    const other = fingerprintBody(deriveKeys([second], "command fingerprint"), sent)
    const rotated = fingerprintBody(deriveKeys([second, first], "command fingerprint"), sent)
    expect(other.accepted).not.toContain(old.current)
    expect(rotated.accepted).toContain(old.current)
    expect(rotated.current).toBe(other.current)
  })
})
