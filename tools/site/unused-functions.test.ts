import { runInNewContext } from "node:vm"
import { describe, expect, it } from "vitest"
import { withoutUnused } from "./unused-functions.ts"

const MODULE = `"use strict"
var kept = 1
function wanders(tree) { for (var x = tree; x; x = x.next) kept++; return kept }
function begins() { return wanders(1) }
function Thing() {}
Thing.prototype.moves = function () {}
exports.begins = begins
exports.other = Thing
`

const parts = {
  module: "/thing.js",
  neverCalled: { things: ["begins"] },
  findNothing: { wanderings: ["wanders"] },
  members: { Thing: ["prototype"], exports: ["other"] },
}

describe("a module of React DOM without what the site does not use", () => {
  it("says what was called after all, finds nothing where there is nothing, and keeps the rest", () => {
    const written = withoutUnused(MODULE, parts)
    expect(written).toContain("var kept = 1")
    expect(written).toContain("exports.begins = begins")
    expect(written).not.toMatch(/moves|exports\.other|for \(/u)
    const exported: { begins?: () => unknown } = {}
    runInNewContext(written, { exports: exported })
    expect(() => exported.begins?.()).toThrow("the site does not use things")
  })

  it("is not written from a package that no longer has one of them", () => {
    const renamed = MODULE.replaceAll("wanders", "walks").replace("exports.other", "exports.more")
    expect(() => withoutUnused(renamed, parts)).toThrow("no wanders, exports.other")
  })
})
