import { expect, it } from "vitest"
import { HISTORY, PROTOCOL, SCHEMA_HASH } from "./protocol-version.ts"
import { factFingerprints, wireSchemasText } from "./schema-hash.ts"

const sha256 = async (text: string): Promise<string> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toHex()

it("hashes every schema that crosses the browser's border as protocol-version.ts says", async () => {
  const hash = await sha256(wireSchemasText())
  expect(
    SCHEMA_HASH,
    `A schema that crosses the wire has changed. Its hash is now\n\n  ${hash}\n\n` +
      `In contracts/protocol-version.ts set SCHEMA_HASH to it and add a line to HISTORY that says what ` +
      `changed; step PROTOCOL where a reader of the old shape would be wrong.`,
  ).toBe(hash)
})

it("has a history whose last line is the present hash, each hash once", () => {
  expect(HISTORY.at(-1)?.hash).toBe(SCHEMA_HASH)
  expect(new Set(HISTORY.map(({ hash }) => hash)).size).toBe(HISTORY.length)
  expect(HISTORY.every(({ change }) => change.length > 0)).toBe(true)
  expect(PROTOCOL.min).toBeLessThanOrEqual(PROTOCOL.max)
})

it("gives facts of different shapes different fingerprints", () => {
  const prints = factFingerprints((text) => text.padEnd(16))
  expect(Object.values(prints).every(({ v }) => v >= 1)).toBe(true)
  expect(Object.keys(prints)).toContain("BundleBought")
})
