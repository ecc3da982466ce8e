/** Where a receipt shows outside of the stream box, whose script has come before there is one. */
"use no memo"

import type { SiteState } from "@foldcast/folds/site-state"
import { useSite } from "../../runtime/react.tsx"
import { lateNotice } from "../site/late-notice.ts"

const selectReceipt = ({ room }: SiteState) => room?.receipt

export function ReceiptSlot() {
  const receipt = useSite(selectReceipt)
  const { Component } = lateNotice
  return receipt && Component && <Component />
}
