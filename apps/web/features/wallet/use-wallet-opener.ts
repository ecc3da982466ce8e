/** Handlers for a button that opens the wallet: they prefetch the drawer on approach and open it on press. */
"use no memo"

import { useRuntime } from "../../runtime/react.tsx"
import { walletDrawer } from "./wallet-overlay.tsx"

export const useWalletOpener = () => {
  const { dispatch } = useRuntime()
  return {
    onHoverStart: walletDrawer.approach,
    onFocus: walletDrawer.approach,
    onPress: () => {
      dispatch({ _tag: "WalletOpened" })
    },
  }
}
