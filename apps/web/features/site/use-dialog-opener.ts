/** What a button needs that opens a dialog: it fetches the dialog on approach and opens it when pressed. */
import type { DialogName } from "@foldcast/contracts/client-facts/client-fact"
import { useRuntime } from "../../runtime/react.tsx"
import { approachDialog } from "./overlays.ts"

export const useDialogOpener = (dialog: DialogName) => {
  const { dispatch } = useRuntime()
  const approach = () => {
    approachDialog(dialog)
  }
  return {
    onHoverStart: approach,
    onFocus: approach,
    onPress: () => {
      dispatch({ _tag: "DialogOpened", dialog })
    },
  }
}
