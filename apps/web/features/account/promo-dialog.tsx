/** The frame of a promotion: it leads a member to the wallet and a guest to sign-up. */
import { isMember } from "@foldcast/folds/account"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { CardWindow } from "./card-window.tsx"
import { type OverlayProps, useDialogWindow } from "../site/use-dialog-window.ts"

export function PromoDialog(props: OverlayProps) {
  const { dispatch } = useRuntime()
  const card = useDialogWindow("promo", props)
  const mayBuy = useSite(isMember)
  return (
    <CardWindow {...card} title={m.promo_title()}>
      <p>{m.promo_text()}</p>
      <div className="account-card__actions">
        <Button
          variant="primary"
          wide
          autoFocus
          onPress={() => {
            dispatch(
              mayBuy ? { _tag: "WalletOpened" } : { _tag: "DialogOpened", dialog: "register" },
            )
          }}
        >
          {m.promo_action()}
        </Button>
        <Button variant="quiet" wide onPress={card.close}>
          {m.promo_later()}
        </Button>
      </div>
    </CardWindow>
  )
}
