/** The props of a feature's one dialog, from the log: whether it is open, and how to close it. */
import type { DialogName } from "@foldcast/contracts/client-facts/client-fact"
import { useRuntime } from "../../runtime/react.tsx"

/** The props of every part of the page that shows dialogs (shell/overlays.ts). */
export interface OverlayProps {
  /** Its open dialog; null during the closing animation and until the next opening. */
  readonly dialog: DialogName | null
}

export const useDialogWindow = (name: DialogName, { dialog }: OverlayProps) => {
  const { dispatch } = useRuntime()
  return {
    isOpen: dialog === name,
    close: () => {
      dispatch({ _tag: "DialogClosed", dialog: name })
    },
  }
}
