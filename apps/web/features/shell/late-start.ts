/**
 * What the page does once it has been taken over and has nothing better to do. Loaded and called once by
 * client-entry.tsx: whatever is in here costs a page's beginning nothing.
 */
import { tellPageAnswers } from "../../runtime/tell-page-answers.ts"
import { keepSite, type LiveSiteElement } from "./site-keeper.ts"

export const startLate = (live: LiveSiteElement): Promise<void> => {
  keepSite(live)
  return tellPageAnswers(live.runtime)
}
