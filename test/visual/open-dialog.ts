/**
 * Opens a dialog that only an upstream event opens: by a fact, as the site does, through the runtime of the
 * header's components.
 */
import type { Page } from "playwright-core"
import type { DialogName } from "@foldcast/contracts/client-facts/client-fact"

export const openDialogIn = (page: Page, dialog: DialogName): Promise<void> =>
  page.evaluate(`{
    const button = document.querySelector("header button")
    let fiber = button[Object.keys(button).find((key) => key.startsWith("__reactFiber"))]
    while (typeof fiber.memoizedProps?.value?.dispatch !== "function") fiber = fiber.return
    fiber.memoizedProps.value.dispatch({ _tag: "DialogOpened", dialog: ${JSON.stringify(dialog)} })
  }`)
