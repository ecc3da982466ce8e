/**
 * The site removed from its document, or copied, while a guest pays by phone: the call is shown and hung up as before,
 * and no call goes on where nothing can be pressed. In the built site before a scripted gateway.
 */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { Event } from "@foldcast/contracts/stream/event"
import {
  callAnswers,
  caller,
  callTold,
  dialInStarted,
} from "@foldcast/web/screens/call-facts.fixture"
import { sitePages } from "@foldcast/web/screens/site-pages.fixture"

const pages = sitePages()

const COPY_BODY = 'document.body.innerHTML += ""'

const ends = () => pages.gateway.commands.filter(({ _tag }) => _tag === "EndDialIn").length

/** A guest with a call in this state. A page's policy does not apply to extensions. */
const open = async (told: Event): Promise<Page> => {
  const page = await pages.open(
    {
      events: caller(),
      answers: callAnswers(({ _tag }) => (_tag === "CheckDialIn" ? [told] : undefined)),
    },
    { motion: "reduce", browser: { bypassCSP: true } },
  )
  // The page's script has run, so the site is watched from then on.
  await pages.gateway.fact("AnswerApplied")
  pages.gateway.emitAll([dialInStarted, told])
  return page
}
const inCall = async () => {
  const page = await open(callTold("in_call", 60, 85))
  await page.locator(".call-badge__end").waitFor()
  return page
}
const act = (page: Page, script: string) => page.evaluate<unknown>(`{${script}}`)

describe("a site removed from its document during a call", () => {
  it.each([
    ["the whole", COPY_BODY],
    ["its header", 'document.querySelector("header").innerHTML += ""'],
    ["its badge", 'document.querySelector(".call-badge").innerHTML += ""'],
  ])(
    "is metered on and hung up by its button with %s copied [HANDS-08, HANDS-10]",
    async (_, script) => {
      const page = await inCall()
      await act(page, script)
      expect(await page.locator(".call-badge__end").count()).toBe(1)
      pages.gateway.emit(callTold("in_call", 120, 165))
      await page.locator(".call-badge .tabular").getByText(/^2:/u).waitFor()
      expect(ends()).toBe(0)
      await page.locator(".call-badge__end").click()
      await expect.poll(ends).toBe(1)
      await page.locator(".call-badge").waitFor({ state: "detached" })
      expect(pages.complaints).toEqual([])
    },
  )

  it("gives a call up by its button with the whole copied while it is connected [HANDS-08]", async () => {
    const page = await open(callTold("pending"))
    await page.locator(".call-loader .ui-button").waitFor()
    await act(page, COPY_BODY)
    expect(await page.locator(".call-loader").count()).toBe(1)
    await page.locator(".call-loader .ui-button").click()
    await expect.poll(ends).toBe(1)
    await page.locator(".call-loader").waitFor({ state: "detached" })
  })

  it.each([
    ["the whole", COPY_BODY],
    ["its header", 'document.querySelector("header").innerHTML += ""'],
  ])(
    "hangs up, with words and a way on, with %s copied a fourth time within half a minute [HANDS-09]",
    async (_, script) => {
      const page = await inCall()
      for (const _time of [1, 2, 3]) await act(page, script)
      expect(ends()).toBe(0)
      await act(page, script)
      await expect.poll(ends).toBe(1)
      const told = page.getByRole("alert")
      await told.getByText("Je betaalde tijd is gestopt.").waitFor()
      await told.getByRole("link", { name: "Pagina herladen" }).waitFor()
      expect(await page.locator("#site, .call-badge").count()).toBe(0)
    },
  )
})
