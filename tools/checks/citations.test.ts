import { describe, expect, it } from "vitest"
import { citationFindings, commentsOf } from "./citations.ts"

const DOCUMENTS = [
  { path: "docs/behaviours/shop.md", text: "| AREA-12 | x |\n" },
  { path: "docs/upstream-assumptions.md", text: "| UA3 | x |\n" },
  { path: "docs/decisions/0007-one.md", text: "# One\n" },
  { path: "docs/architecture.md", text: "- **L4 What happened.**\n## The rooms\n" },
]

const findings = (text: string) =>
  citationFindings([{ path: "a.ts", text }], DOCUMENTS, ["shop/till/open-till.ts", "shop/till.css"])

describe("comments in the sources", () => {
  it("may cite what stands in the repository, and standards", () => {
    const cited =
      "AREA-12, UA3, ADR 0007, law L4, RFC 9562, section 5.7, SHA-256, till/open-till.ts, till.css, *.test.ts"
    expect(findings(`/** ${cited}, docs/architecture.md, "The rooms". */`)).toEqual([])
  })

  it.each([
    ["(decisions, 42)", 'cites "decisions, 42", which no reader can open'],
    ["(product spec, 4)", 'cites "product spec", which no reader can open'],
    ["(stream-protocol)", 'cites "stream-protocol", which no reader can open'],
    ["see section 4", 'cites "section 4", which no reader can open'],
    ["(AREA-13)", "there is no AREA-13"],
    ["(OTHER-01)", "there is no OTHER-01"],
    ["(UA4)", "there is no UA4"],
    ["(ADR 0008)", "there is no ADR 0008"],
    ["(law L5)", "there is no law L5"],
    ["(docs/gone.md)", "there is no docs/gone.md"],
    ["(close-till.ts)", "there is no close-till.ts"],
    ["(desk/open-till.ts)", "there is no desk/open-till.ts"],
    ['(docs/architecture.md, "Attic")', 'docs/architecture.md has no heading "Attic"'],
  ])("may not say %s", (cited, finding) => {
    expect(findings(`const a = 1\n// Why. ${cited}\n`)).toEqual([`a.ts:2: ${finding}`])
  })

  it("are read over the ends of their lines", () => {
    expect(findings("/**\n * As the product\n * spec wants.\n */")).toEqual([
      'a.ts:1: cites "product spec", which no reader can open',
    ])
    expect(findings("// What (decisions,\n// 42) says.\n")).toEqual([
      'a.ts:1: cites "decisions, 42", which no reader can open',
    ])
  })

  it("are distinguished from code and from addresses", () => {
    const source = 'const url = "https://a.example//b"\nconst id = "AREA-99"\n'
    expect(commentsOf(source)).toEqual([])
  })
})
