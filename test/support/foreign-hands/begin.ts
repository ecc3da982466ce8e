/**
 * When foreign hands begin on a page, and how a test waits for them. A script of the page, before all of its own; the
 * hands beside it register here. foreign-hands.ts composes them.
 */
interface ForeignHandsPlan {
  readonly hands: ReadonlyArray<string>
  /** Before React takes the page over, in the very moment of it, or once it has. */
  readonly when: "before" | "during" | "after"
  /** What a translator answers: the same words, or the words in marks. */
  readonly says: "same" | "marked"
  /** Milliseconds until a translator's answer comes. */
  readonly lateMs: number
}

interface ForeignHands {
  readonly plan: ForeignHandsPlan
  readonly register: (name: string, begin: () => void) => void
  /** What a translator makes of a text, later. */
  readonly translate: (text: string, answered: (translated: string) => void) => void
  /** "Show original": each translator puts back what it has changed, and has no more to do. */
  readonly showOriginal: () => void
  /** Hears when that is asked for. */
  readonly onOriginal: (putBack: () => void) => void
  /** Hears of every change below the document's root, and of all that is there, until the page is gone. */
  readonly observe: (look: (node: Node) => void, options?: MutationObserverInit) => void
  /** An empty style sheet: a page's policy does not bind extensions. */
  readonly styleSheet: () => HTMLStyleElement
  readonly begun: Promise<void>
  /** Nothing more is to come of what was seen so far. */
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
      // The page's own clock may stand still: a message comes all the same.
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
  // Once the other scripts are registered.
  queueMicrotask(() => void begin())
}
