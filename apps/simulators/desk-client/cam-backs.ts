/**
 * Shows the cameras of viewers who let the performer see theirs: a camera is received as long as its item stands in
 * the list, and no longer.
 */
import { CamBackPicture } from "./cam-back-picture.ts"

const sessionsIn = (list: HTMLElement): ReadonlySet<string> =>
  new Set(
    [...list.children].flatMap((item) => {
      const session = item instanceof HTMLElement ? item.dataset["session"] : undefined
      // Without a media engine an item has no video.
      return session === undefined || item.querySelector("video") === null ? [] : [session]
    }),
  )

export const showCamBacks = (list: HTMLElement): void => {
  const shown = new Map<string, CamBackPicture>()
  const update = (): void => {
    const sessions = sessionsIn(list)
    for (const [session, camBack] of shown) {
      if (sessions.has(session)) continue
      shown.delete(session)
      camBack.close()
    }
    for (const session of sessions) {
      const camBack = shown.get(session)
      if (camBack === undefined) shown.set(session, new CamBackPicture(session))
      else camBack.show()
    }
  }
  new MutationObserver(update).observe(list, { childList: true })
  addEventListener("pagehide", () => {
    for (const camBack of shown.values()) camBack.close()
  })
  update()
}
