import { expect, it } from "vitest"
import type { ClientFact } from "@foldcast/contracts/client-facts/client-fact"
import { hydrationMismatchReporter } from "./hydration-mismatch-reporter.ts"

const reactError = (number: number) => new Error(`Minified React error #${number}; visit …`)

const toldOf = (...errors: ReadonlyArray<unknown>): ReadonlyArray<ClientFact> => {
  const told: Array<ClientFact> = []
  const tell = hydrationMismatchReporter({ dispatch: (fact) => told.push(fact) })
  for (const error of errors) tell(error)
  return told
}

it("a mismatch of many parts of a document is reported once [HYDRATE-02]", () => {
  expect(toldOf(reactError(520), reactError(418), reactError(422), reactError(418))).toEqual([
    { _tag: "HydrationMismatched" },
  ])
})

it("a mismatch in what is rendered at the second try is not reported [HYDRATE-02]", () => {
  expect(toldOf(reactError(520), new TypeError("x"), null)).toEqual([])
})
