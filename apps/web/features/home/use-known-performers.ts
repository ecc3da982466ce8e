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

const entriesOf = perRuntime(() => new Map<string, KnownPerformers>())

const kept = (isOfMember: boolean): KnownPerformers =>
  knownPerformers({
    cookie: (name) => valueIn(document.cookie, name),
    isMember: isOfMember,
    hasConsented: hasConsented(),
  })

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
  const [begun, setBegun] = useState(() => ({
    memberId,
    known: isTakingOver ? (frame.known ?? NOBODY_KNOWN) : (entries.get(entry) ?? kept(hasMember)),
  }))
  useEffect(() => {
    entries.set(entry, begun.known)
  }, [entries, entry, begun])
  const isSameMember = memberId === begun.memberId
  const mayRecall = choice === "accepted" && (isSameMember || begun.memberId === null)
  return {
    known: {
      favourites: isSameMember && memberId !== null ? begun.known.favourites : [],
      recent: mayRecall ? begun.known.recent : [],
    },
    clearRecent: () => {
      recentCookie.forget()
      entries.clear()
      setBegun({ ...begun, known: { ...begun.known, recent: [] } })
    },
  }
}
