/** Tests the card that becomes the stage, in a browser with a scripted gateway. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { profileScript } from "../../screens/profile-pages.fixture.ts"
import { scriptHasRun } from "../../screens/script-run.fixture.ts"
import { type Screen, sitePages } from "../../screens/site-pages.fixture.ts"
import { guest } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

declare global {
  interface Window {
    /** Transitions that were asked for. */
    begun: number
    moves: Array<string>
  }
}

/** Notes what the browser moves, by name and for how long. */
const noteMoves = async (page: Page) => {
  await page.addInitScript(() => {
    window.moves = []
    window.begun = 0
    const note = async (transition: ViewTransition) => {
      try {
        await transition.ready
      } catch {
        window.moves.push("skipped")
        return
      }
      for (const { effect } of document.getAnimations()) {
        if (!(effect instanceof KeyframeEffect)) continue
        const { pseudoElement } = effect
        if (pseudoElement === "::view-transition-group(performer)")
          window.moves.push(`performer ${String(effect.getTiming().duration)}`)
      }
    }
    const own = Reflect.get(Document.prototype, "startViewTransition")
    Document.prototype.startViewTransition = new Proxy(own, {
      apply: (start, target, given) => {
        window.begun += 1
        const transition = Reflect.apply(start, target, given) as ViewTransition
        void note(transition)
        return transition
      },
    })
  })
}
const moves = (page: Page) => page.evaluate(() => window.moves)
const begun = (page: Page) => page.evaluate(() => window.begun)

const openList = async (screen: Screen = {}, prepare = noteMoves): Promise<Page> => {
  const page = await pages.open(profileScript(guest()), { path: "/", ...screen, prepare })
  // The script that moves pictures comes with the one that tells of the answers in the page. The count is asked later.
  await pages.gateway.told({
    _tag: "AnswerApplied",
    key: "/api/performers?lang=nl&page=1&limit=30",
  })
  return page
}
const card = (page: Page, name: string) => page.locator(`a[data-profile=${name}]`)
const open = async (page: Page, name: string) => {
  // Whoever points at a card has its profile asked for.
  const answer = page.waitForResponse((one) => one.url().includes(`/api/performers/${name}`))
  await card(page, name).hover()
  await (await answer).finished()
  await scriptHasRun(page, "profile-page")
  await card(page, name).click()
  await page.getByRole("heading", { level: 1, name }).waitFor()
}
const moveSlowly = (page: Page) =>
  page.evaluate(() => {
    const slow = new CSSStyleSheet()
    slow.replaceSync("::view-transition-group(performer) { animation-duration: 60s !important }")
    document.adoptedStyleSheets.push(slow)
  })
const isOver = async (page: Page) => {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.dataset["cardMoves"]))
    .toBeUndefined()
}

describe("a card that is pressed", () => {
  it.each([390, 1_280])(
    "becomes the stage, and the stage the card on the way back, at %i [FIND-07]",
    async (width) => {
      const page = await openList({ width })
      await open(page, "Mila")
      await expect.poll(() => moves(page)).toEqual(["performer 280"])
      await isOver(page)
      await page.goBack()
      await card(page, "Mila").waitFor()
      await expect.poll(() => moves(page)).toEqual(["performer 280", "performer 280"])
      await isOver(page)
      await pages.expectSound(page)
    },
  )

  it("opens its page at once under reduced motion, and where the browser cannot [FIND-07]", async () => {
    const page = await openList({ motion: "reduce" })
    await open(page, "Mila")
    expect(await begun(page)).toBe(0)
    const other = await openList({}, async (made) => {
      await made.addInitScript(() => {
        Reflect.deleteProperty(Document.prototype, "startViewTransition")
      })
    })
    await open(other, "Mila")
    expect(pages.complaints).toEqual([])
  })

  it("stays one picture when the stage's script comes while it moves [FIND-07]", async () => {
    const held = Promise.withResolvers<void>()
    const page = await openList({ width: 1_280, height: 800 })
    await page.route("**/assets/stream-box-*.js", async (route) => {
      await held.promise
      await route.continue()
    })
    await moveSlowly(page)
    await open(page, "Mila")
    await expect.poll(() => moves(page)).toEqual(["performer 60000"])
    held.resolve()
    await scriptHasRun(page, "stream-box")
    const whileMoving = await page.evaluate(async () => {
      for (let frame = 0; frame < 40; frame++) {
        await new Promise((drawn) => requestAnimationFrame(drawn))
      }
      const { cardMoves } = document.documentElement.dataset
      for (const animation of document.getAnimations()) animation.finish()
      return cardMoves
    })
    expect(whileMoving).toBe("in")
    await isOver(page)
    await pages.gateway.command("JoinRoom")
  })

  it("gives way to what is pressed meanwhile [FIND-07]", async () => {
    const page = await openList({ width: 1_280, height: 800 })
    await moveSlowly(page)
    await open(page, "Mila")
    await expect.poll(() => moves(page)).toEqual(["performer 60000"])
    expect(await page.evaluate(() => document.documentElement.dataset["cardMoves"])).toBe("in")
    await page.getByRole("link", { name: "Volgende: Luna" }).click()
    await page.getByRole("heading", { level: 1, name: "Luna" }).waitFor()
    await page.getByRole("link", { name: "Terug naar de lijst" }).click()
    await card(page, "Luna").waitFor()
  })

  it("moves nothing where it is out of view, when it is left and when it is come back to [FIND-07]", async () => {
    const page = await openList({ width: 390, height: 568 })
    await open(page, "Mila")
    await expect.poll(() => moves(page)).toEqual(["performer 280"])
    await isOver(page)
    for (const name of ["Luna", "Sky"]) {
      await page.getByRole("link", { name: `Volgende: ${name}` }).click()
      await page.getByRole("heading", { level: 1, name }).waitFor()
    }
    await page.getByRole("link", { name: "Terug naar de lijst" }).click()
    await card(page, "Sky").waitFor()
    // The stage was in view, and nothing in the list becomes it.
    await expect.poll(() => moves(page)).toEqual(["performer 280", "skipped"])
    await isOver(page)
    expect(await page.locator("[style*=view-transition-name]").count()).toBe(0)
    await card(page, "Sky").evaluate((link) => {
      link.focus({ preventScroll: true })
      scrollTo({ top: 0, behavior: "instant" })
    })
    expect((await card(page, "Sky").boundingBox())?.y).toBeGreaterThan(568)
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 1, name: "Sky" }).waitFor()
    expect(await begun(page)).toBe(2)
  })

  it("moves nothing on other ways to a profile and from it [FIND-07]", async () => {
    const page = await openList({ width: 1_280, height: 800 })
    await open(page, "Mila")
    await expect.poll(() => moves(page)).toHaveLength(1)
    await isOver(page)
    await page.getByRole("link", { name: "Volgende: Luna" }).click()
    await page.getByRole("heading", { level: 1, name: "Luna" }).waitFor()
    await page.getByRole("banner").getByRole("link").first().click()
    await card(page, "Luna").waitFor()
    expect(await begun(page)).toBe(1)
  })
})
