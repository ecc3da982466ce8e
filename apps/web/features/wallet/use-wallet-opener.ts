/**
 * Handlers for a button that opens the wallet: an approach by pointer, focus or touch prefetches the drawer and asks for
 * its content, a press opens it. `short`: the credits that something was refused for.
 */
"use no memo"

import { useRef } from "react"
import { useRuntime } from "../../runtime/react.tsx"
import { isReachable } from "../connection/reachability.ts"
import { isWalletUnasked } from "../site/selectors.ts"
import { walletDrawer } from "./wallet-overlay.tsx"

export const useWalletOpener = (short: number | null = null) => {
  const { dispatch, getConnection, getState, send } = useRuntime()
  const wanted = short === null ? {} : { short }
  const askedFor = useRef<number | null>(null)
  const approach = () => {
    walletDrawer.approach()
    // An upstream may have no offer for it, which its content does not tell: this button asks once.
    if (short !== null && askedFor.current === short) return
    if (isWalletUnasked(getState(), wanted.short) && isReachable(getConnection())) {
      askedFor.current = short
      send({ _tag: "LoadWallet", ...wanted })
    }
  }
  return {
    onHoverStart: approach,
    onFocus: approach,
    onPressStart: approach,
    onPress: () => {
      dispatch({ _tag: "WalletOpened", ...wanted })
    },
  }
}
