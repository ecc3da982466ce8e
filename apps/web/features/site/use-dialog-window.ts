/** What a feature's one dialog is told and needs of the log: whether it is open, and how it is closed. */
import type { DialogName } from "@foldcast/contracts/client-facts/client-fact"
import { useRuntime } from "../../runtime/react.tsx"

/** Every part of the page that shows dialogs takes these (shell/overlays.ts). */
export interface OverlayProps {
  /** Which of its dialogs is open; null while it closes and until it is opened again. */
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
