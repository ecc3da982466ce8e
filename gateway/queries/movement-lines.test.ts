import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { CreditMovement } from "@foldcast/contracts/queries/movements"
import { PerformerId } from "@foldcast/contracts/ids"
import { cutLine, movementHeading, movementLine } from "./movement-lines.ts"

const tipTo = (username: string): CreditMovement => ({
  movementId: "tr_1",
  at: Date.UTC(2026, 10, 24, 3, 4, 5),
  amount: -150,
  balance: 50,
  kind: "tip",
  session: null,
  performer: { performerId: PerformerId.make("p_1"), username },
  transactionId: null,
  paidCents: null,
  withdrawal: null,
})

/** The cells of one line, parsed by RFC 4180. */
const cellsOf = (line: string): ReadonlyArray<string> =>
  [...line.slice(0, -2).matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/gu)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
  )

describe("movements as lines of a file", () => {
  it("begin with the mark of UTF-8 and the columns in the language", () => {
    expect(movementHeading("nl").startsWith('\uFEFF"Datum","Omschrijving"')).toBe(true)
    expect(
      movementHeading("en").endsWith(',"Paid, VAT included","Of which VAT","Currency"\r\n'),
    ).toBe(true)
  })

  it("have the time in UTC, the words in the language and bare numbers", () => {
    expect(movementLine(tipTo("Robin"), "nl")).toBe(
      '"2026-11-24T03:04:05.000Z","Fooi","Robin",-150,50,"","tr_1","",,,\r\n',
    )
  })

  it("have what was paid and the VAT in it in euro, with a point in both languages", () => {
    const bought = (paidCents: number): CreditMovement => ({
      ...tipTo(""),
      kind: "bundle",
      performer: null,
      amount: 1_620,
      transactionId: "tx_1",
      paidCents,
    })
    for (const locale of ["nl", "en"] as const) {
      const paid = (cents: number) => cellsOf(movementLine(bought(cents), locale)).slice(8)
      expect(paid(123_450)).toEqual(["1234.50", "214.25", "EUR"])
      expect(paid(999)).toEqual(["9.99", "1.73", "EUR"])
      expect(paid(0)).toEqual(["0.00", "0.00", "EUR"])
      const back = { ...bought(999), kind: "withdrawal", amount: -1_620 } as const
      expect(cellsOf(movementLine(back, locale)).slice(8)).toEqual(["-9.99", "-1.73", "EUR"])
    }
  })

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", " =1", "\t=1", "\r=1", "＝1", '=HYPERLINK("x","y")'])(
    "mark %j so that a spreadsheet reads it as text and not as a formula",
    (name) => {
      expect(cellsOf(movementLine(tipTo(name), "en"))[2]).toBe(`'${name}`)
    },
  )

  it("mark what stands behind a semicolon, too", () => {
    expect(cellsOf(movementLine(tipTo("a;=1;b; +2\n=3"), "en"))[2]).toBe("a;'=1;b;' +2\n'=3")
  })

  it("hold any name in one cell", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        const cells = cellsOf(movementLine(tipTo(name), "en"))
        expect(cells).toHaveLength(11)
        expect(cells[2]?.replaceAll("'", "")).toBe(name.replaceAll("'", ""))
      }),
    )
  })

  it("say where a file does not hold all", () => {
    expect(cutLine("en")).toBe('"This file doesn’t include older transactions."\r\n')
  })
})
