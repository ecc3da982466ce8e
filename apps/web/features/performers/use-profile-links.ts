/**
 * Shared handlers for all profile links of a list. Each of the router's own links computes its address and adds its
 * listeners, again with every change of the page's address; with hundreds of cards this delays a press. Here the
 * addresses differ by the name only, and the list has one set of listeners.
 *
 * Invariant: each link is a plain link, which works without script and can open in a new tab.
 */
import { useLocation, useRouter } from "@tanstack/react-router"
import { type FocusEvent, type MouseEvent, type TouchEvent, useEffect, useRef } from "react"
import { useRuntime } from "../../runtime/react.tsx"
import { followedProfile } from "./followed-profile.ts"
import { fromThisList } from "./list-entry.ts"
import { useLocale } from "../site/page-frame-context.tsx"
import { linkLocale, ROUTE_OF } from "../site/page-target.ts"

/** A placeholder for the name in the address pattern; no performer can have this name. */
const NAME = "performer.name"
const TO = ROUTE_OF["profile-model"]
/** The same delay as the router's own links, so that a pointer passing over a card prefetches nothing. */
const APPROACH_MS = 50

export const profileAddress = (pattern: string, username: string): string =>
  pattern.replace(NAME, () => encodeURIComponent(username))

const nameAt = (target: EventTarget): string | null =>
  target instanceof Element
    ? (target.closest("a[data-profile]")?.getAttribute("data-profile") ?? null)
    : null

/** False where the browser handles the click itself: another tab, another window, a download. */
const isPlain = ({ metaKey, altKey, ctrlKey, shiftKey, button, defaultPrevented }: MouseEvent) =>
  !(metaKey || altKey || ctrlKey || shiftKey || defaultPrevented) && button === 0

export interface ProfileLinks {
  /** For `profileAddress`; the same text until the language or the tracking parameters change. */
  readonly pattern: string
  readonly handlers: {
    readonly onClick: (event: MouseEvent) => void
    readonly onMouseOver: (event: MouseEvent) => void
    readonly onMouseOut: (event: MouseEvent) => void
    readonly onFocus: (event: FocusEvent) => void
    readonly onTouchStart: (event: TouchEvent) => void
  }
}

export const useProfileLinks = (): ProfileLinks => {
  const router = useRouter()
  const runtime = useRuntime()
  const locale = useLocale()
  const prefix = useLocation({ select: ({ pathname }) => linkLocale(pathname, locale) })
  const pattern = useLocation({
    select: () =>
      router.buildLocation({ to: TO, params: { locale: prefix, model: NAME } }).publicHref,
  })
  const approached = useRef<{ name: string; timer: ReturnType<typeof setTimeout> } | null>(null)
  const leave = () => {
    clearTimeout(approached.current?.timer)
    approached.current = null
  }
  useEffect(() => leave, [])
  const ask = (model: string) => {
    // A failed prefetch is ignored: the navigation requests the page again and reports the failure.
    router.preloadRoute({ to: TO, params: { locale: prefix, model } }).catch(() => null)
  }
  const approach = ({ target }: { readonly target: EventTarget }) => {
    const name = nameAt(target)
    if (name === approached.current?.name) return
    leave()
    if (name === null) return
    const timer = setTimeout(() => {
      ask(name)
    }, APPROACH_MS)
    approached.current = { name, timer }
  }
  return {
    pattern,
    handlers: {
      onClick: (event) => {
        const model = nameAt(event.target)
        if (model === null || !isPlain(event)) return
        event.preventDefault()
        leave()
        const go = () =>
          router.navigate({ to: TO, params: { locale: prefix, model }, state: fromThisList })
        void (followedProfile.ask(model, locale, runtime)?.then(go) ?? go())
      },
      onMouseOver: approach,
      onMouseOut: ({ relatedTarget }) => {
        if (relatedTarget === null || nameAt(relatedTarget) === null) leave()
      },
      onFocus: approach,
      onTouchStart: ({ target }) => {
        const name = nameAt(target)
        if (name !== null) ask(name)
      },
    },
  }
}
