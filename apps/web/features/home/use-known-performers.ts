/**
 * Whom the home page's rows are about: whom the cookies named when this entry of the history began. A row neither
 * comes nor goes under a page that stands, so Back finds the list where it was. What may not be shown any more goes at
 * once: the favourites with their member, and whom the visitor looked at with their consent or at log-out.
 */
import { useEffect, useState } from "react"
import { isMember, memberOf } from "@foldcast/folds/account"
import {
  type KnownPerformers,
  knownPerformers,
  NOBODY_KNOWN,
} from "@foldcast/rules/grid/known-performers"
import { hasConsented } from "../../runtime/consent.ts"
import { perRuntime } from "../../runtime/per-runtime.ts"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { valueIn } from "../../runtime/stores/cookie-store.ts"
import { recentCookie } from "../../runtime/stores/recent.ts"
import { useIsTakingOver } from "../../runtime/use-is-taking-over.ts"
import { useConsent } from "../consent/use-consent.ts"
import { usePageFrame } from "../site/page-frame-context.tsx"
import { usePageLocation } from "../site/use-page-location.ts"

interface KnownAtStart {
  /** Null: a guest. */
  readonly memberId: string | null
  readonly known: KnownPerformers
}

/** By entry of the history. */
const entriesOf = perRuntime(() => new Map<string, KnownAtStart>())

const fromCookies = (isOfMember: boolean): KnownPerformers =>
  knownPerformers({
    cookie: (name) => valueIn(document.cookie, name),
    isMember: isOfMember,
    hasConsented: hasConsented(),
  })

/** Only whom the cookie still names: a refusal, a log-out and the row's button empty it. */
const stillRemembered = (start: KnownAtStart): KnownAtStart => {
  const ids = recentCookie.read().value ?? []
  const recent = hasConsented() ? start.known.recent.filter((id) => ids.includes(id)) : []
  return recent.length === start.known.recent.length
    ? start
    : { ...start, known: { ...start.known, recent } }
}

export interface RowsOfKnown {
  readonly known: KnownPerformers
  /** Forgets whom the visitor looked at. */
  readonly clearRecent: () => void
}

export const useKnownPerformers = (): RowsOfKnown => {
  const runtime = useRuntime()
  const frame = usePageFrame()
  const { choice } = useConsent()
  const isTakingOver = useIsTakingOver()
  const hasMember = useSite(isMember)
  const memberId = useSite(memberOf)?.memberId ?? null
  const entry = usePageLocation().state.__TSR_key ?? ""
  const entries = entriesOf(runtime)
  const isToldWho = useSite(({ visit }) => visit.started !== null)
  const [start, setStart] = useState((): KnownAtStart => {
    if (isTakingOver) return { memberId, known: frame.known ?? NOBODY_KNOWN }
    const before = entries.get(entry)
    return before?.memberId === memberId
      ? stillRemembered(before)
      : { memberId, known: fromCookies(hasMember) }
  })
  useEffect(() => {
    entries.set(entry, start)
  }, [entries, entry, start])
  useEffect(() => {
    if (start.memberId !== null && start.memberId !== memberId) {
      setStart({ memberId, known: NOBODY_KNOWN })
    }
  }, [start, memberId])
  // The page may have been made for somebody whose session had ended, and a consent may be given anew.
  useEffect(() => {
    setStart(stillRemembered)
  }, [isToldWho, choice])
  const isSameMember = memberId === start.memberId
  const mayRecall = choice === "accepted" && (isSameMember || start.memberId === null)
  return {
    known: {
      favourites: isSameMember && memberId !== null ? start.known.favourites : [],
      recent: mayRecall ? start.known.recent : [],
    },
    clearRecent: () => {
      recentCookie.forget()
      setStart(stillRemembered)
    },
  }
}
