/** Opens the wallet, wherever credits run short. */
import { m } from "@foldcast/messages/messages"
import { Button, type ButtonLook } from "@foldcast/ui/button.tsx"
import { useWalletOpener } from "../../wallet/use-wallet-opener.ts"

export function BuyCredits({ variant = "secondary" }: Pick<ButtonLook, "variant">) {
  const openWallet = useWalletOpener()
  return (
    <Button variant={variant} {...openWallet}>
      {m.stream_buy()}
    </Button>
  )
}
