/** Address and key for a program such as OBS: drawing and revoking the key, and copying both. */
import { dataOf, requireElement } from "./page.ts"

export interface StreamKeyListener {
  readonly failed: () => void
  readonly copied: () => void
}

const drawnKey = async (response: Response): Promise<string> => {
  const { key } = (await response.json()) as { readonly key: string }
  return key
}

export class StreamKey {
  readonly #listener: StreamKeyListener
  readonly #field = requireElement("stream-key", HTMLInputElement)
  readonly #shown = requireElement("key-shown", HTMLElement)

  constructor(part: HTMLElement, listener: StreamKeyListener) {
    this.#listener = listener
    const onPress = (id: string, method: "POST" | "DELETE") =>
      requireElement(id, HTMLButtonElement).addEventListener(
        "click",
        () => void this.#request(method),
      )
    onPress("draw-key", "POST")
    onPress("revoke-key", "DELETE")
    for (const button of part.querySelectorAll<HTMLElement>("[data-copies]")) {
      button.addEventListener("click", () => void this.#copy(dataOf(button, "copies")))
    }
  }

  /** It is shown only once, and only to the desk that drew it. */
  hide(): void {
    this.#show("")
  }

  #show(key: string): void {
    this.#field.value = key
    this.#shown.hidden = key === ""
  }

  async #request(method: "POST" | "DELETE"): Promise<void> {
    this.hide()
    try {
      const response = await fetch(`${location.pathname}/stream-key`, { method })
      if (!response.ok) throw new Error(String(response.status))
      if (method === "POST") this.#show(await drawnKey(response))
    } catch {
      this.#listener.failed()
    }
  }

  async #copy(id: string): Promise<void> {
    const field = requireElement(id, HTMLInputElement)
    field.select()
    try {
      await navigator.clipboard.writeText(field.value)
      this.#listener.copied()
    } catch {
      // It stays selected, for the keyboard's own copy.
    }
  }
}
