/**
 * What a button needs that opens a dialog: it fetches the dialog on approach and opens it when pressed.
 * Features do not know which part of the site shows a dialog: the shell does, and gives its way of fetching
 * one to everything that it surrounds.
 */
import { createContext, use } from "react"
import type { DialogName } from "@foldcast/contracts/client-facts/client-fact"
import { useRuntime } from "../../runtime/react.tsx"

/** Fetches what shows the dialog; a failure shows when it is opened. */
export type ApproachDialog = (dialog: DialogName) => void

/** Outside the shell nothing is fetched ahead. */
const ApproachDialogContext = createContext<ApproachDialog>(() => {})

export const ApproachDialogProvider = ApproachDialogContext.Provider

export const useApproachDialog = (): ApproachDialog => use(ApproachDialogContext)

export const useDialogOpener = (dialog: DialogName) => {
  const { dispatch } = useRuntime()
  const approachDialog = useApproachDialog()
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
