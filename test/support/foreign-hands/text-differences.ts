/**
 * Checks that the screen shows the state: compares each text that React has set with the text in the document.
 * Returns one line per difference; an empty list means none. Marks of a translator do not count as a difference.
 */
interface HostFiber {
  readonly tag: number
  readonly type: unknown
  readonly memoizedProps: { readonly children?: unknown } | null
  readonly child: HostFiber | null
  readonly sibling: HostFiber | null
  readonly stateNode: unknown
}

// oxlint-disable-next-line no-unused-vars -- A script without imports: it adds to the browser's own.
interface Window {
  textDifferences: () => ReadonlyArray<string>
}

{
  const ELEMENT = 5
  const TEXT = 6
  const UNREAD = new Set(["script", "style"])

  const plain = (text: string) => text.replaceAll(/[‹›]/gu, "")
  const nameOf = ({ localName, className }: Element) =>
    `<${localName} class="${typeof className === "string" ? className : ""}">`

  const faultsOf = ({ type, memoizedProps, stateNode }: HostFiber): ReadonlyArray<string> => {
    if (!(stateNode instanceof Element) || UNREAD.has(String(type))) return []
    const name = nameOf(stateNode)
    if (!stateNode.isConnected) return [`${name} is gone`]
    const { children } = memoizedProps ?? {}
    if (typeof children !== "string" && typeof children !== "number") return []
    const shown = stateNode.textContent
    return plain(shown) === String(children)
      ? []
      : [`${name} shows ${JSON.stringify(shown)}, and it is ${JSON.stringify(children)}`]
  }
  window.textDifferences = () => {
    const faults: Array<string> = []
    const look = (fiber: HostFiber) => {
      if (fiber.tag === TEXT)
        faults.push(`a text of its own: ${JSON.stringify(fiber.memoizedProps)}`)
      if (fiber.tag === ELEMENT) faults.push(...faultsOf(fiber))
      for (let child = fiber.child; child !== null; child = child.sibling) look(child)
    }
    const site = document.getElementById("site") ?? {}
    const [, root] = Object.entries(site).find(([key]) => key.startsWith("__reactContainer$")) ?? []
    const current = (root as { stateNode?: { current?: HostFiber } } | undefined)?.stateNode
      ?.current
    if (current === undefined) return ["nothing is taken over"]
    look(current)
    return faults
  }
}
