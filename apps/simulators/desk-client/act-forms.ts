/**
 * Sends the desk's forms without leaving the page, and shows why an act was refused. A form with `data-plain` loads a
 * page as usual; a form is not sent again before it is answered.
 */
import { dataOf, requireElement } from "./page.ts"
import { parsePage } from "./page-refresh.ts"

const bodyOf = (form: HTMLFormElement, submitter: HTMLElement | null): URLSearchParams => {
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form, submitter)) {
    if (typeof value === "string") body.append(name, value)
  }
  return body
}

/** Empties the field of a message that was sent, unless something else has been typed meanwhile. */
const clearSentText = (form: HTMLFormElement, body: URLSearchParams): void => {
  const field = form.querySelector<HTMLInputElement>("#text")
  if (field !== null && field.value.trim() === body.get("text")?.trim()) field.value = ""
}

/** Answers the problem to show, "" where the act was carried out. */
const send = async (
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  otherProblem: string,
): Promise<string> => {
  const body = bodyOf(form, submitter)
  try {
    const response = await fetch(form.action, { method: "POST", body, redirect: "manual" })
    // The server redirects where it was carried out, and answers a page where it was not.
    if (response.type === "opaqueredirect") {
      clearSentText(form, body)
      return ""
    }
    const text = (await parsePage(response)).getElementById("problem")?.textContent ?? ""
    return text === "" ? otherProblem : text
  } catch {
    return otherProblem
  }
}

/** `onAnswered`: the room may be another now. */
export const sendFormsInPlace = (desk: HTMLElement, onAnswered: () => void): void => {
  const problem = requireElement("problem", HTMLElement)
  const otherProblem = dataOf(requireElement("connection", HTMLElement), "problem")
  const pending = new WeakSet<HTMLFormElement>()
  const submit = async (form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> => {
    if (pending.has(form)) return
    pending.add(form)
    problem.textContent = await send(form, submitter, otherProblem)
    onAnswered()
    pending.delete(form)
  }
  document.addEventListener("submit", (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement)) return
    if (form.dataset["plain"] !== undefined || !desk.contains(form)) return
    event.preventDefault()
    void submit(form, event.submitter)
  })
}
