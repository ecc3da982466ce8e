import { createPublicKey, verify } from "node:crypto"
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { SigningKeys } from "./signing-keys.ts"

const directory = mkdtempSync(join(tmpdir(), "signing-keys-"))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

let files = 0
const newFile = () => join(directory, `${++files}.json`)
const open = (file: string) =>
  Effect.runPromise(
    Effect.provide(
      SigningKeys.use((keys) => Effect.succeed(keys)),
      SigningKeys.layer({ file }),
    ),
  )
const stored = (file: string) =>
  (JSON.parse(readFileSync(file, "utf8")) as { keys: Array<Record<string, string>> }).keys

describe("the keys that sign captures", () => {
  it("are drawn once, readable by their owner alone, and sign what the public key verifies", async () => {
    const file = newFile()
    const { signer, keySet } = await open(file)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(keySet.keys.map(({ kid }) => kid)).toEqual([signer.kid])
    expect(JSON.stringify(keySet)).not.toContain(stored(file)[0]?.["d"])
    const key = createPublicKey({ key: { ...keySet.keys[0] }, format: "jwk" })
    const signature = Buffer.from(signer.sign("abc"), "base64url")
    expect(verify(null, Buffer.from("abc"), key, signature)).toBe(true)
    chmodSync(file, 0o644)
    const again = await open(file)
    expect(again.keySet).toEqual(keySet)
    expect(again.signer.sign("abc")).toBe(signer.sign("abc"))
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it("are replaced by a new pair when the private half is removed, and stay published", async () => {
    const file = newFile()
    const first = await open(file)
    const keys = stored(file).map((key) => ({ kty: key["kty"], crv: key["crv"], x: key["x"] }))
    writeFileSync(file, JSON.stringify({ keys }))
    const second = await open(file)
    expect(second.signer.kid).not.toBe(first.signer.kid)
    expect(second.keySet.keys.map(({ kid }) => kid)).toEqual([second.signer.kid, first.signer.kid])
    expect((await open(file)).keySet).toEqual(second.keySet)
  })

  it("are refused whole when the file is damaged, which is left as it is and not printed", async () => {
    const [one, other] = [newFile(), newFile()]
    await open(one)
    await open(other)
    const [mixed] = stored(one)
    const halves = [{ ...mixed, d: stored(other)[0]?.["d"] }]
    const texts = ["", "{", '{"keys":[{"kty":"RSA"}]}', JSON.stringify({ keys: halves })]
    for (const text of texts) {
      const file = newFile()
      writeFileSync(file, text)
      const refused = open(file)
      await expect(refused).rejects.toThrow(/^the keys that sign captures cannot be used/u)
      await expect(refused).rejects.not.toThrow(mixed?.["d"])
      expect(readFileSync(file, "utf8")).toBe(text)
    }
  })
})
