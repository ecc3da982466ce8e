/**
 * When foreign hands start on a page, and how a test waits for them. This script runs before the page's own
 * scripts; the other hands register here. foreign-hands.ts composes them.
 */
interface ForeignHandsPlan {
  readonly hands: ReadonlyArray<string>
  /** Before React hydrates the page, during it, or after it. */
  readonly when: "before" | "during" | "after"
  /** The translator's answer: the same words, or the words in marks. */
  readonly says: "same" | "marked"
  /** Milliseconds until a translator answers. */
  readonly lateMs: number
}

interface ForeignHands {
  readonly plan: ForeignHandsPlan
  readonly register: (name: string, begin: () => void) => void
  /** Answers later with the translation of a text. */
  readonly translate: (text: string, answered: (translated: string) => void) => void
  /** "Show original": each translator restores the texts it changed, and stops. */
  readonly showOriginal: () => void
  readonly onOriginal: (putBack: () => void) => void
  /** Calls `look` for all existing nodes and for every change below the document's root, until the page ends. */
  readonly observe: (look: (node: Node) => void, options?: MutationObserverInit) => void
  /** An empty style sheet; the page's Content Security Policy does not apply to extensions. */
  readonly styleSheet: () => HTMLStyleElement
  readonly begun: Promise<void>
  /** Resolves when all changes seen so far are handled. */
  readonly atRest: () => Promise<void>
}

// oxlint-disable-next-line no-unused-vars -- A script without imports: it adds to the browser's own.
interface Window {
  readonly foreignHandsPlan: ForeignHandsPlan
  foreignHands: ForeignHands
}

{
  const plan = window.foreignHandsPlan
  const hands = new Map<string, () => void>()
  const awaited = new Set<symbol>()
  let hasBegun = (): void => {}
  const begun = new Promise<void>((resolve) => {
    hasBegun = resolve
  })

  const putBacks: Array<() => void> = []
  let isOriginal = false

  const turn = (milliseconds = 0): Promise<void> =>
    new Promise((resolve) => {
      // The page's clock may be stopped; a message is delivered all the same.
      if (milliseconds > 0) return nativeTimeout(resolve, milliseconds)
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener("message", () => {
        port1.close()
        resolve()
      })
      port1.start()
      port2.postMessage(null)
    })
  const nativeTimeout = window.setTimeout.bind(window)

  const keysOf = (node: object) => Object.keys(node)
  interface Root {
    readonly stateNode: { readonly current: { readonly memoizedState: RootState | null } }
  }
  interface RootState {
    readonly isDehydrated?: boolean
  }
  const root = (): Root | undefined => {
    const site = document.getElementById("site") ?? {}
    const found = Object.entries(site).find(([key]) => key.startsWith("__reactContainer$"))
    return found?.[1] as Root | undefined
  }
  const isBeingTakenOver = () => root() !== undefined
  const isTakenOver = () => {
    const buttons = [...document.querySelectorAll("header button, main button")]
    return (
      root()?.stateNode.current.memoizedState?.isDehydrated === false &&
      buttons.every((button) => keysOf(button).some((key) => key.startsWith("__reactProps$")))
    )
  }
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await turn()
  }

  const observe = (look: (node: Node) => void, options: MutationObserverInit = {}) => {
    const seen = (records: ReadonlyArray<MutationRecord>) => {
      for (const { type, target, addedNodes } of records) {
        if (type === "childList") addedNodes.forEach(look)
        else look(target)
      }
    }
    new MutationObserver(seen).observe(document, { childList: true, subtree: true, ...options })
    look(document)
  }

  window.foreignHands = {
    plan,
    begun,
    observe,
    styleSheet: () => {
      const style = document.createElement("style")
      style.nonce = document.querySelector<HTMLElement>("script[nonce]")?.nonce ?? ""
      return style
    },
    register: (name, begin) => {
      hands.set(name, begin)
    },
    showOriginal: () => {
      isOriginal = true
      for (const putBack of putBacks) putBack()
    },
    onOriginal: (putBack) => {
      putBacks.push(putBack)
    },
    translate: (text, answered) => {
      const answer = Symbol("answer")
      awaited.add(answer)
      nativeTimeout(() => {
        awaited.delete(answer)
        if (isOriginal) return
        answered(plan.says === "same" ? text : `‹${text}›`)
      }, plan.lateMs)
    },
    atRest: async () => {
      await begun
      do await turn(plan.lateMs)
      while (awaited.size > 0)
    },
  }

  const begin = async () => {
    if (plan.when === "during") await until(isBeingTakenOver)
    if (plan.when === "after") await until(isTakenOver)
    for (const name of plan.hands) hands.get(name)?.()
    hasBegun()
  }
  // Runs after the other scripts have registered.
  queueMicrotask(() => void begin())
}
