import { expect, it } from "vitest"
import { HISTORY, PROTOCOL, SCHEMA_HASH } from "./protocol-version.ts"
import { factFingerprints, wireSchemasText } from "./schema-hash.ts"

const sha256 = async (text: string): Promise<string> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toHex()

it("every schema that crosses the browser's border has the hash in protocol-version.ts", async () => {
  const hash = await sha256(wireSchemasText())
  expect(
    SCHEMA_HASH,
    `A schema that crosses the wire has changed. Its hash is now\n\n  ${hash}\n\n` +
      `In contracts/protocol-version.ts set SCHEMA_HASH to it and add a line to HISTORY that says what ` +
      `changed; step PROTOCOL where a reader of the old shape would be wrong.`,
  ).toBe(hash)
})

it("the protocol's history ends with the present hash, and has each hash once", () => {
  expect(HISTORY.at(-1)?.hash).toBe(SCHEMA_HASH)
  expect(new Set(HISTORY.map(({ hash }) => hash)).size).toBe(HISTORY.length)
  expect(HISTORY.every(({ change }) => change.length > 0)).toBe(true)
  expect(PROTOCOL.min).toBeLessThanOrEqual(PROTOCOL.max)
})

it("facts of different shapes have different fingerprints", () => {
  const prints = factFingerprints((text) => text.padEnd(16))
  expect(Object.values(prints).every(({ v }) => v >= 1)).toBe(true)
  expect(Object.keys(prints)).toContain("BundleBought")
})
