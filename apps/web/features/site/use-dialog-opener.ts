/**
 * Handlers for a button that opens a dialog: it prefetches the dialog on approach and opens it on press. Features
 * do not know which part of the site shows a dialog; the shell provides the prefetch function as a context.
 */
"use no memo"

import { createContext, use } from "react"
import type { DialogName } from "@foldcast/contracts/client-facts/client-fact"
import { useRuntime } from "../../runtime/react.tsx"

/** Prefetches the part that shows the dialog; a failure shows when the dialog opens. */
export type ApproachDialog = (dialog: DialogName) => void

/** Outside the shell nothing is prefetched. */
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
