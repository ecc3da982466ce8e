/** A debit by the ledger's single call, compared with that call alone and with a transaction step by step. */
import type { Bench } from "./harness/bench.ts"
import { contest } from "./harness/contest.ts"

const thousands = (perSecond: number) => `${(perSecond / 1_000).toFixed(1)} k/s`

export const ledger: Bench = {
  name: "ledger",
  title: "Debiting a member's credits (the embedded database, which does not sync)",
  run: async ({ quick }) => {
    const results = await contest(
      ["ledger/move", "ledger/bare-call", "ledger/multi-step"],
      quick ? 1 : 3,
      { measureMs: quick ? 600 : 1_500 },
    )
    const rate = (name: "ledger/move" | "ledger/bare-call" | "ledger/multi-step", figure: string) =>
      thousands(results.median(name, figure))
    return [
      {
        what: "one caller, of a bare single-call transaction",
        measured: results.ratio("ledger/move", "ledger/bare-call", "one"),
        unit: "×",
        target: { atLeast: 0.8 },
        absolute: `${rate("ledger/move", "one")} against ${rate("ledger/bare-call", "one")}`,
      },
      {
        what: "16 callers, of a bare single-call transaction",
        measured: results.ratio("ledger/move", "ledger/bare-call", "sixteen"),
        unit: "×",
        target: { atLeast: 0.8 },
        absolute: `${rate("ledger/move", "sixteen")} against ${rate("ledger/bare-call", "sixteen")}`,
      },
      {
        what: "16 callers, of BEGIN … COMMIT step by step",
        measured: results.ratio("ledger/move", "ledger/multi-step", "sixteen"),
        unit: "×",
        target: { atLeast: 1.8 },
        absolute: `${rate("ledger/multi-step", "sixteen")} step by step`,
      },
    ]
  },
}
