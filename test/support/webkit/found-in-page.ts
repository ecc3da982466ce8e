/**
 * Finds elements in a page as people and screen readers find them. `foundInPage` runs in the page itself, where
 * Testing Library is loaded: it is self-contained and uses nothing of this module.
 */

/** A text to match: whole, or in part and in any case, or by a pattern. */
export type TextMatch =
  | { readonly text: string; readonly isWhole: boolean }
  | { readonly pattern: string; readonly flags: string }

/** One narrowing step; each step searches within the results of the one before. */
export type LocatorStep =
  | { readonly by: "css"; readonly css: string }
  | { readonly by: "role"; readonly role: string; readonly name: TextMatch | null }
  | { readonly by: "label" | "text"; readonly text: TextMatch }
  | { readonly by: "having"; readonly steps: ReadonlyArray<LocatorStep> }
  | { readonly by: "saying"; readonly text: TextMatch }
  /** Counted from the end if negative. */
  | { readonly by: "place"; readonly place: number }

interface TestingLibrary {
  readonly queryAllByRole: (within: Element, role: string, options: object) => Array<Element>
  readonly queryAllByLabelText: (
    within: Element,
    text: (content: string) => boolean,
  ) => Array<Element>
}

export interface FoundElement {
  readonly elements: ReadonlyArray<Element>
  /** For each element, whether it is visible. */
  readonly visible: ReadonlyArray<boolean>
}

export const foundInPage = (steps: ReadonlyArray<LocatorStep>): FoundElement => {
  const library = (globalThis as unknown as { readonly TestingLibraryDom: TestingLibrary })
    .TestingLibraryDom
  const says = (content: string | null, match: TextMatch): boolean => {
    const plain = (text: string) => text.replaceAll(/\s+/gu, " ").trim()
    const said = plain(content ?? "")
    if ("pattern" in match) return new RegExp(match.pattern, match.flags).test(said)
    const wanted = plain(match.text)
    return match.isWhole ? said === wanted : said.toLowerCase().includes(wanted.toLowerCase())
  }
  const unlessNested = (all: ReadonlyArray<Element>) =>
    all.filter((one) => !all.some((other) => other !== one && one.contains(other)))
  const narrowed = (within: ReadonlyArray<Element>, step: LocatorStep): Array<Element> => {
    switch (step.by) {
      case "css":
        return within.flatMap((one) => [...one.querySelectorAll(step.css)])
      case "role": {
        const { name } = step
        const options = name === null ? {} : { name: (label: string) => says(label, name) }
        return within.flatMap((one) => library.queryAllByRole(one, step.role, options))
      }
      case "label":
        return within.flatMap((one) =>
          library.queryAllByLabelText(one, (label) => says(label, step.text)),
        )
      case "text":
        return within.flatMap((one) =>
          unlessNested(
            [...one.querySelectorAll("*:not(script, style, noscript)")].filter((part) =>
              says(part.textContent, step.text),
            ),
          ),
        )
      case "having":
        return within.filter((one) => allOf([one], step.steps).length > 0)
      case "saying":
        return within.filter((one) => says(one.textContent, step.text))
      case "place":
        return [within.at(step.place)].filter((one) => one !== undefined)
    }
  }
  const allOf = (within: ReadonlyArray<Element>, narrowing: ReadonlyArray<LocatorStep>) => [
    ...new Set(narrowing.reduce<ReadonlyArray<Element>>(narrowed, within)),
  ]
  const elements = allOf([document.documentElement], steps)
  const isVisible = (one: Element) => {
    const { width, height } = one.getBoundingClientRect()
    return width > 0 && height > 0 && one.checkVisibility({ visibilityProperty: true })
  }
  return { elements, visible: elements.map(isVisible) }
}
