/**
 * Reports each text that React renders in a way that a page translator breaks: one that is not the whole content of
 * its element, and one that is replaced by another in the same element, unless it is marked as not translated
 * (ADR 0047). It runs in the page before the page's own script, and receives React's commits through the developer
 * tools' hook.
 */
interface CommittedFiber {
  readonly tag: number
  readonly type: unknown
  readonly memoizedProps: unknown
  readonly alternate: CommittedFiber | null
  readonly child: CommittedFiber | null
  readonly sibling: CommittedFiber | null
  readonly return: CommittedFiber | null
  readonly stateNode: unknown
}

// oxlint-disable-next-line no-unused-vars -- A script without imports: it adds to the browser's own.
interface Window {
  /** Called once with each finding. */
  readonly tellHeldText?: (finding: string) => void
  __REACT_DEVTOOLS_GLOBAL_HOOK__: object
}

{
  /** Of React 19. */
  const ELEMENT = 5
  const TEXT = 6
  /** Elements whose text a translator handles itself: a tab's title, and the options that the browser draws. */
  const OWN_WAYS = new Set(["title", "option", "script", "style"])

  const isText = (children: unknown) => typeof children === "string" || typeof children === "number"

  const told = new Set<string>()
  const tell = (finding: string) => {
    if (told.has(finding)) return
    told.add(finding)
    window.tellHeldText?.(finding)
  }
  const childrenOf = (fiber: CommittedFiber | null): unknown =>
    (fiber?.memoizedProps as { readonly children?: unknown } | null | undefined)?.children
  const elementOf = (fiber: CommittedFiber | null): Element | null => {
    let at = fiber
    while (at !== null && at.tag !== ELEMENT) at = at.return
    return at?.stateNode instanceof Element ? at.stateNode : null
  }
  const pathOf = (element: Element | null): string => {
    const names: Array<string> = []
    for (let at = element; at !== null && names.length < 3; at = at.parentElement) {
      names.unshift([at.localName, ...at.classList].join("."))
    }
    return names.join(" > ")
  }
  const lookAt = (fiber: CommittedFiber) => {
    if (fiber.tag === TEXT) {
      const path = pathOf(elementOf(fiber.return))
      tell(`${path}: ${JSON.stringify(fiber.memoizedProps)} stands beside something else`)
    }
    if (fiber.tag !== ELEMENT || fiber.alternate === null || OWN_WAYS.has(String(fiber.type)))
      return
    const [now, before] = [childrenOf(fiber), childrenOf(fiber.alternate)]
    if (!isText(now) || !isText(before) || now === before) return
    const element = elementOf(fiber)
    if (element === null || element.closest("[translate=no]") !== null) return
    tell(`${pathOf(element)}: ${JSON.stringify(before)} becomes another text in its place`)
  }
  const look = (fiber: CommittedFiber) => {
    lookAt(fiber)
    for (let child = fiber.child; child !== null; child = child.sibling) look(child)
  }
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    isDisabled: false,
    renderers: new Map(),
    inject: () => 1,
    checkDCE: () => undefined,
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
    onCommitFiberRoot: (_renderer: number, root: { readonly current: CommittedFiber }) => {
      look(root.current)
    },
  }
}
