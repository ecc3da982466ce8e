/** The exact top-up as what is sold: by its credits, and again by its id. Pure. */
import { SHOWN_BUNDLES, topUpCredits } from "@foldcast/contracts/top-up"
import { totalCredits } from "@foldcast/rules/money"
import { creditsOfTopUp, topUpCents, topUpId } from "@foldcast/rules/top-up"
import type { SoldBundle } from "./bundles.ts"

const topUpOf = (credits: number): SoldBundle => ({
  id: topUpId(credits),
  costCents: topUpCents(credits),
  credits,
  bonusMinutes: 0,
  label: null,
  classes: "",
})

/** Undefined where one of the shown bundles gives as many credits for no more. */
export const topUpFor = (
  short: number,
  bundles: ReadonlyArray<SoldBundle>,
): SoldBundle | undefined => {
  const topUp = topUpOf(topUpCredits(short))
  const isBeaten = bundles
    .slice(0, SHOWN_BUNDLES)
    .some((bundle) => totalCredits(bundle) >= topUp.credits && bundle.costCents <= topUp.costCents)
  return isBeaten ? undefined : topUp
}

export const topUpById = (id: string): SoldBundle | undefined => {
  const credits = creditsOfTopUp(id)
  return credits === null ? undefined : topUpOf(credits)
}
