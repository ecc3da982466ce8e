/** Opens the wallet, wherever credits run short. */
import { m } from "@foldcast/messages/messages"
import { Button, type ButtonLook } from "@foldcast/ui/button.tsx"
import { useRuntime } from "../../../runtime/react.tsx"

export function BuyCredits({ variant = "secondary" }: Pick<ButtonLook, "variant">) {
  const { dispatch } = useRuntime()
  return (
    <Button
      variant={variant}
      onPress={() => {
        dispatch({ _tag: "WalletOpened" })
      }}
    >
      {m.stream_buy()}
    </Button>
  )
}
