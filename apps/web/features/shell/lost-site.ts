/**
 * Ends a site that another script removes from its document repeatedly, or whose document was reopened: nothing in
 * it can be pressed. It leaves the room, which ends paid time, and hangs up a call that pays, in a room or before
 * one. It shows a notice with a link that reloads the page: a link needs no listener.
 */
import { hasCall } from "@foldcast/folds/call"
import { isPaying } from "@foldcast/folds/paid-for"
import { m } from "@foldcast/messages/messages"
import { getLocale } from "@foldcast/messages/runtime"
import { buttonClass } from "@foldcast/ui/button.tsx"
import type { SiteRuntime } from "../../runtime/site-runtime.ts"
import type { GuardedSite } from "./site-guard.ts"
import "../site/error-page.css"

/** Subscribes, since a pending `JoinRoom` may still succeed. */
const leaveRooms = ({ state$, send }: SiteRuntime): void => {
  const left = new Set<string>()
  state$.subscribe(({ room }) => {
    if (room?.presence._tag !== "Inside" || left.has(room.presence.sessionId)) return
    left.add(room.presence.sessionId)
    send({ _tag: "LeaveRoom", performerId: room.performerId, reason: "unloaded" })
  })
}

/** Also one that is being connected: its cost begins by itself. */
const hangUp = ({ getState, send }: SiteRuntime): void => {
  if (hasCall(getState())) send({ _tag: "EndDialIn" })
}

const element = (name: string, className: string, ...content: ReadonlyArray<Node | string>) => {
  const made = document.createElement(name)
  made.className = className
  made.append(...content)
  return made
}

const notice = (wasPaidFor: boolean): HTMLElement => {
  const again = element("a", buttonClass({ variant: "primary" }), m.connection_reload())
  // Without the fragment, to which a browser would only scroll.
  again.setAttribute("href", location.href.replace(/#.*/u, ""))
  const told = element(
    "div",
    "site-width site-error",
    element("h1", "", m.site_gone()),
    element("p", "", m.site_gone_text()),
    ...(wasPaidFor ? [element("p", "", m.site_gone_paid())] : []),
    again,
  )
  told.role = "alert"
  told.lang = getLocale()
  return element("main", "", told)
}

export const endLostSite = ({ root, site, runtime }: GuardedSite): void => {
  const wasPaidFor = isPaying(runtime.getState())
  leaveRooms(runtime)
  hangUp(runtime)
  document.getElementById(site.id)?.remove()
  if (document.documentElement === null) document.append(element("html", ""))
  ;(document.body ?? document.documentElement).prepend(notice(wasPaidFor))
  try {
    // Unmounting ends the camera, the video and the room's reactions.
    root.unmount()
  } finally {
    document.title ||= m.site_gone()
  }
}
