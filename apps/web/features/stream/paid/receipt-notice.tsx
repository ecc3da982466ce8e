/**
 * The cost of a paid session where its stream box cannot show it: on other pages, in another performer's room, and
 * where the box is scrolled out of view.
 */
import type { SiteState } from "@foldcast/folds/site-state"
import { m } from "@foldcast/messages/messages"
import { Banner } from "@foldcast/ui/banner.tsx"
import { useRuntime, useSite } from "../../../runtime/react.tsx"
import { useCurrentPage } from "../../category/use-current-page.ts"
import { DismissButton } from "../../site/dismiss-button.tsx"
import { useLocale } from "../../site/page-frame-context.tsx"
import { SiteLink } from "../../site/site-link.tsx"
import { clockText } from "../../site/clock-text.ts"
import { shownPrice } from "./credit-price.ts"
import { receiptSession } from "./receipt-session.ts"
import { useDocumentRoomView } from "../room/document-room.ts"

const selectRoom = ({ room }: SiteState) => room

export function ReceiptNotice() {
  const locale = useLocale()
  const { dispatch } = useRuntime()
  const room = useSite(selectRoom)
  const { page } = useCurrentPage()
  const { isReceiptAway, profile } = useDocumentRoomView()
  const receipt = room?.receipt ?? null
  const isInBox =
    page === "profile-model" && room?.performerId === receipt?.performerId && !isReceiptAway
  if (receipt === null || isInBox || page === "settings-credits") return null
  const { performerId, seconds, credits } = receipt
  const name = profile?.performerId === performerId ? profile.username : null
  const session = receiptSession(receipt, name)
  const text =
    credits === 0
      ? m.receipt_elsewhere_nothing({ session })
      : m.receipt_elsewhere({
          session,
          duration: clockText(seconds),
          ...shownPrice(credits, locale),
        })
  return (
    <Banner
      tone="info"
      action={
        <DismissButton
          onPress={() => {
            dispatch({ _tag: "ReceiptClosed" })
          }}
        />
      }
    >
      {`${text} `}
      <SiteLink page="settings-credits">{m.receipt_history()}</SiteLink>
    </Banner>
  )
}
