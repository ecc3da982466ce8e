/**
 * The introduction for guests stays closed once it was closed. Only the document knows: the server sends it open, and
 * the script below, before the first paint, says otherwise, so nothing moves.
 */
import { INTRO_CLOSED, INTRO_KEY, introStore } from "../../runtime/stores/intro.ts"

export const INTRO_SCRIPT = `try{if(localStorage.getItem("${INTRO_KEY}")==="${INTRO_CLOSED}")document.documentElement.dataset.intro="${INTRO_CLOSED}"}catch{}`

export const closeIntro = (): void => {
  document.documentElement.dataset["intro"] = INTRO_CLOSED
  introStore.write(INTRO_CLOSED)
}
