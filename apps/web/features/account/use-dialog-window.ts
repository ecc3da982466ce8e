/** What a feature's one dialog needs of the log: whether it is open, and how it is closed. */
import type { DialogName } from "@foldcast/contracts/client-facts/client-fact"
import { useRuntime } from "../../runtime/react.tsx"
import type { OverlayProps } from "../site/overlays.ts"

export const useDialogWindow = (name: DialogName, { dialog }: OverlayProps) => {
  const { dispatch } = useRuntime()
  return {
    isOpen: dialog === name,
    close: () => {
      dispatch({ _tag: "DialogClosed", dialog: name })
    },
  }
}
