import { randomBytes } from "node:crypto"
import { Arbitrary, Effect, Option, Redacted, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { deriveKeys, seal, unseal } from "./seal.ts"

const secret = (fill: number) => Redacted.make(new Uint8Array(32).fill(fill))
const keys = deriveKeys([secret(1)], "session seal")
const iv = () => randomBytes(12).toString("base64url")

describe("a sealed value", () => {
  it("is opened under the current key and under an older one", () => {
    const sealed = seal(keys, "owner-1", "upstream token ✓", iv())
    expect(unseal(keys, "owner-1", sealed)).toEqual(Option.some("upstream token ✓"))
    expect(unseal(keys, "owner-1", seal(keys, "owner-1", "", iv()))).toEqual(Option.some(""))
    const rotated = deriveKeys([secret(2), secret(1)], "session seal")
    expect(unseal(rotated, "owner-1", sealed)).toEqual(Option.some("upstream token ✓"))
  })

  it("is not opened for another context, secret or purpose", () => {
    const sealed = seal(keys, "owner-1", "token", iv())
    expect(unseal(keys, "owner-2", sealed)).toEqual(Option.none())
    expect(unseal(deriveKeys([secret(2)], "session seal"), "owner-1", sealed)).toEqual(
      Option.none(),
    )
    const purpose = deriveKeys([secret(1)], "command fingerprint")
    expect(unseal(purpose, "owner-1", sealed)).toEqual(Option.none())
  })

  it("is not opened when any one character was changed", () => {
    const sealed = seal(keys, "owner-1", "token", iv())
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = sealed[index] === "A" ? "B" : "A"
      const damaged = sealed.slice(0, index) + changed + sealed.slice(index + 1)
      const opened = unseal(keys, "owner-1", damaged)
      // The last character of a base64url text may have unused bits.
      const same = Buffer.from(damaged.split(".").at(-1) ?? "", "base64url").equals(
        Buffer.from(sealed.split(".").at(-1) ?? "", "base64url"),
      )
      if (!same || index < sealed.length - 1) expect(opened).toEqual(Option.none())
    }
  })

  it("is refused where it was never sealed, and opening it never throws", async () => {
    const text = Schema.String
    const tail = Arbitrary.all([Arbitrary.schema(text), Arbitrary.schema(text)])
    const result = await Effect.runPromise(
      Arbitrary.checkEffect(tail, ([a, b]) =>
        [a, `v1.${a}.${b}`, `v1.${keys[0].id}.${a}.${b}`, `v1.${keys[0].id}.${iv()}.${b}`].every(
          (candidate) => Option.isNone(unseal(keys, "owner-1", candidate)),
        ),
      ),
    )
    expect(Arbitrary.formatCheckFailure(result)).toBeUndefined()
  })
})
