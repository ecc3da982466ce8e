/** What a receipt is of: the mode, and with whom where the page knows it. Pure. */
import type { ReceiptState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"

export const receiptSession = (
  { mode }: Pick<ReceiptState, "mode">,
  name: string | null,
): string => {
  if (name === null) return mode === "vip" ? m.receipt_vip_of_yours() : m.receipt_private_of_yours()
  return mode === "vip" ? m.receipt_vip_with({ name }) : m.receipt_private_with({ name })
}
