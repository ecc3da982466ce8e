/**
 * Browsers say nothing where a paste is cut at a field's limit. The page does, until something is typed (TEXT-06);
 * a field's sentence is its `data-cut`.
 */
import { isCut } from "./length-limit.ts"
import { requireElement } from "./page.ts"

export const noticeCutPastes = (): void => {
  const notice = requireElement("cut", HTMLElement)
  const insert = (target: EventTarget | null, data: DataTransfer | null): void => {
    if (!(target instanceof HTMLInputElement)) return
    const sentence = target.dataset["cut"]
    if (sentence === undefined) return
    notice.textContent = isCut(target, data?.getData("text") ?? "") ? sentence : ""
  }
  document.addEventListener("paste", ({ target, clipboardData }) => insert(target, clipboardData))
  document.addEventListener("drop", ({ target, dataTransfer }) => insert(target, dataTransfer))
  document.addEventListener("input", (event) => {
    const isInserted =
      event instanceof InputEvent &&
      (event.inputType === "insertFromPaste" || event.inputType === "insertFromDrop")
    if (!isInserted) notice.textContent = ""
  })
}
