/**
 * Logs of every release fold to what they folded to (docs/reliability.md, P17): test/golden/drawn-*.json has
 * what 500 drawn ones came to.
 *
 *   npm run proof drawn-captures      all of them
 */
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { CLIENT_FACT_TAGS, ClientFact } from "@foldcast/contracts/client-facts/client-fact"
import { OLD_CLIENT_FACTS } from "@foldcast/contracts/client-facts/old-facts.fixtures"
import { foldedTo, presentPool, type Release } from "./drawn-captures.fixtures.ts"

const GOLDEN = fileURLToPath(new URL("../../test/golden/", import.meta.url))
const LOGS = process.env["PROOF"] === "full" ? 500 : 50

const releases = readdirSync(GOLDEN)
  .filter((name) => /^drawn-.+\.json$/u.test(name))
  .map((name) => JSON.parse(readFileSync(`${GOLDEN}${name}`, "utf8")) as Release)

describe("generated captures", () => {
  it.each(releases)("of $release fold to the state that was recorded", ({ pool, states }) => {
    expect(states).toHaveLength(500)
    for (let number = 0; number < LOGS; number += 1) {
      const { oneByOne, atOnce } = foldedTo(pool, number)
      expect(
        [oneByOne, atOnce],
        `Log ${number} folds to another state. If that is meant: node test/golden/make-drawn-captures.ts`,
      ).toEqual([states[number], states[number]])
    }
  })

  it("hold every fact in every version that there is", () => {
    const drawnFrom = new Set(releases.flatMap(({ pool }) => pool))
    const added = presentPool().filter((digest) => !drawnFrom.has(digest))
    expect(added, "New facts: node test/golden/make-drawn-captures.ts").toEqual([])
  })
})

describe("old client facts", () => {
  it("exist of every kind, and each is readable today", () => {
    expect(new Set(OLD_CLIENT_FACTS.map(({ _tag }) => _tag))).toEqual(new Set(CLIENT_FACT_TAGS))
    for (const fact of OLD_CLIENT_FACTS) {
      expect(Schema.decodeUnknownSync(ClientFact)(fact)).toEqual(fact)
    }
  })
})
