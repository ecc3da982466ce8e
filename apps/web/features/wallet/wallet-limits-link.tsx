/** Leads from the wallet to the limits on buying. The wallet closes, so that they are seen. */
import { useRuntime } from "../../runtime/react.tsx"
import { LimitsLink } from "../site/limits-link.tsx"

export function WalletLimitsLink() {
  const { dispatch } = useRuntime()
  return (
    <LimitsLink
      onClick={() => {
        dispatch({ _tag: "WalletClosed" })
      }}
    />
  )
}
