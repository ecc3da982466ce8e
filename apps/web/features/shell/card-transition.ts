/**
 * The card that becomes the stage, and on the way back the stage that becomes the card: one picture with one name,
 * moved by the browser while the rest of the page changes at once.
 *
 * Invariants: nothing moves under reduced motion, where the browser cannot, or where either picture is out of view; the
 * page below takes presses meanwhile, and a navigation that follows ends the motion.
 */
import type { AnyRouter } from "@tanstack/react-router"
import { parsedUrl } from "@foldcast/rules/parsed-url"
import { liftedPicture } from "../performers/lifted-picture.ts"
import "./card-transition.css"

/** `in`: a card becomes the stage. */
type Direction = "in" | "out"

interface Move {
  readonly direction: Direction
  readonly from: HTMLElement
  /** In the next page; null: it has none in view. */
  readonly to: () => HTMLElement | null
}

const NAME = "performer"

const isInView = (element: Element): boolean => {
  const { top, bottom, left, right } = element.getBoundingClientRect()
  return bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
}

const inView = (selector: string): HTMLElement | null => {
  const element = document.querySelector<HTMLElement>(selector)
  return element !== null && isInView(element) ? element : null
}

/** The picture alone: what a browser moves takes no press, and what is pressed lies over it. */
const stagePicture = () => inView(".stage .stage-box__picture")

const cardInView = (path: string): HTMLElement | null => {
  const address = parsedUrl(path, location.origin)?.pathname
  return (
    [...document.querySelectorAll<HTMLAnchorElement>("a.performer-card__link")]
      .filter(({ pathname }) => pathname === address)
      .map((link) => link.querySelector<HTMLElement>(".performer-card__media"))
      .find((picture) => picture !== null && isInView(picture)) ?? null
  )
}

const moveOf = (router: AnyRouter): Move | null => {
  const here = router.stores.resolvedLocation.get()
  const there = router.latestLocation
  if (here === undefined) return null
  const card = cardInView(there.pathname)
  const stage = document.querySelector(".stage")
  if (card !== null && stage === null) {
    const picture = card.querySelector("img")
    liftedPicture.address = picture?.complete === true ? picture.currentSrc : null
    return { direction: "in", from: card, to: stagePicture }
  }
  const isBack = there.state.__TSR_index < here.state.__TSR_index
  // With the video in it, as it was seen last.
  const left = inView(".stage .stage-box")
  return left === null || !isBack
    ? null
    : { direction: "out", from: left, to: () => cardInView(here.pathname) }
}

const canMove = (): boolean =>
  "startViewTransition" in document && !matchMedia("(prefers-reduced-motion: reduce)").matches

const withoutName = (element: HTMLElement | null) => {
  element?.style.removeProperty("view-transition-name")
}

const moved = (update: () => Promise<void>, { direction, from, to }: Move): Promise<void> => {
  const { documentElement: page } = document
  let target: HTMLElement | null = null
  page.dataset["cardMoves"] = direction
  from.style.setProperty("view-transition-name", NAME)
  const transition = document.startViewTransition(async () => {
    await update()
    withoutName(from)
    target = to()
    if (target === null) transition.skipTransition()
    else target.style.setProperty("view-transition-name", NAME)
  })
  const end = () => {
    withoutName(from)
    withoutName(target)
    // A motion that follows has its own.
    if (current === transition) delete page.dataset["cardMoves"]
  }
  current = transition
  // Skipping is no fault: the page has changed.
  transition.ready.catch(() => {})
  liftedPicture.landing = transition.finished.then(end, end)
  return transition.updateCallbackDone
}

let current: ViewTransition | null = null

/** In the place of the router's own way, which knows neither which picture moves nor when to skip. */
export const beginCardTransitions = (router: AnyRouter): void => {
  router.startViewTransition = (update) => {
    liftedPicture.address = null
    liftedPicture.landing = null
    const move = canMove() ? moveOf(router) : null
    return move === null ? update() : moved(update, move)
  }
}
