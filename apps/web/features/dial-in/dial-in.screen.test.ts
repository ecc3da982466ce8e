/** Tests the window of paying by a phone call in a browser with a scripted gateway. */
import { describe, expect, it } from "vitest"
import { NO_IVR_SESSION_LABEL } from "@foldcast/contracts/phone"
import { HOUSE_BRAND } from "../../screens/brands.fixture.ts"
import {
  callAnswers,
  callAnswersIn,
  callTold,
  caller,
  dialInStarted,
  ivrOpened,
  numbersListed,
  RIGHT_PIN,
} from "../../screens/call-facts.fixture.ts"
import { openDialIn, PAY_BY_PHONE } from "../../screens/call-pages.fixture.ts"
import { NOW } from "../../screens/scripted-gateway.fixture.ts"
import { sitePages, variants } from "../../screens/site-pages.fixture.ts"
import { openRoom, roomScript } from "../../screens/stream-pages.fixture.ts"
import { member } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

const sent = (tag: string) => pages.gateway.commands.filter(({ _tag }) => _tag === tag)
const kept = () => "sessionStorage.getItem('ivr-cache')"

describe("the number to call", () => {
  it.each(
    variants(
      [
        { locale: "nl", width: 390, scheme: "dark" },
        { locale: "en", width: 1_280, scheme: "light" },
      ],
      [
        { locale: "en", width: 390, scheme: "light" },
        { locale: "nl", width: 1_280, scheme: "dark" },
      ],
    ),
  )("is shown with its whole price, sound in $locale at $width, $scheme", async (variant) => {
    const page = await openDialIn(pages, variant)
    await page.locator(".dial-in__number").getByText("0906 - 123 4567", { exact: true }).waitFor()
    if (variant.width > 640) await page.locator("svg.dial-in__qr").waitFor()
    await pages.expectSound(page)
  })

  it("is called by a button on a phone, where the IVR session names it and no list is fetched [DIALIN-02, DIALIN-05, DIALIN-23]", async () => {
    const page = await openDialIn(pages, { width: 390 })
    const call = page.getByRole("link", { name: "Nu bellen" })
    expect(await call.getAttribute("href")).toBe("tel:+319061234567")
    await page.getByText("0906 - 123 4567", { exact: true }).waitFor()
    expect(await page.locator(".dial-in__qr").count()).toBe(0)
    expect(sent("ListDialInNumbers")).toEqual([])
  })

  it("stands with those of the other countries and a code to scan where there is no phone [DIALIN-02, DIALIN-08, DIALIN-23, DIALIN-30]", async () => {
    const page = await openDialIn(pages)
    const countries = page.getByRole("radio")
    await expect.poll(() => countries.count()).toBe(3)
    const cards = page.locator(".country-card")
    expect(await cards.allInnerTexts()).toEqual([
      expect.stringMatching(/Nederland[^]*0906 - 123 4567 · €.0,80 per minuut/u),
      expect.stringMatching(/België[^]*0907 12 345/u),
      expect.stringMatching(/Duitsland/u),
    ])
    expect(await cards.locator("svg.country-flag").count()).toBe(3)
    await page.getByRole("img", { name: /Scan de code/u }).waitFor()
    expect(await page.getByRole("link", { name: "Nu bellen" }).count()).toBe(0)
  })

  it.each([{ width: 390 }, { width: 1_280 }])(
    "is of the visitor's own country, which stands first, also where another is chosen, at $width [DIALIN-31]",
    async (screen) => {
      const page = await openDialIn(pages, { ...screen, answers: callAnswersIn("BE") })
      const radios = page.getByRole("radio")
      const names = page.locator(".country-card__name")
      const ownFirst = ["België", "Nederland", "Duitsland"]
      await expect.poll(() => names.allInnerTexts()).toEqual(ownFirst)
      await expect.poll(() => radios.first().isChecked()).toBe(true)
      expect(sent("OpenIvrSession")[0]).not.toHaveProperty("country")
      await page.getByText("Nederland", { exact: true }).click()
      await page.locator(".dial-in__number").getByText("0906 - 123 4567").waitFor()
      expect(sent("OpenIvrSession").at(-1)).toMatchObject({ country: "NL" })
      expect(await radios.nth(1).isChecked()).toBe(true)
      expect(await names.allInnerTexts()).toEqual(ownFirst)
    },
  )

  it("changes with the country that is chosen, and Belgium alone has a promotion [DIALIN-02, DIALIN-32]", async () => {
    const page = await openDialIn(pages, { width: 390 })
    const number = page.locator(".dial-in__number")
    await number.waitFor()
    const promoted = page.locator(".country-card", { hasText: "Dubbele credits" })
    expect(await promoted.count()).toBe(1)
    expect(await promoted.innerText()).toContain("België")
    await page.getByText("België").click()
    await page.getByText("0907 12 345").waitFor()
    expect(sent("OpenIvrSession").at(-1)).toMatchObject({ country: "BE" })
    expect(await page.getByRole("link", { name: "Nu bellen" }).getAttribute("href")).toBe(
      "tel:+3290712345",
    )
  })

  it("costs what the service says, with two decimals [DIALIN-33]", async () => {
    const page = await openDialIn(pages, { width: 390 })
    await page
      .locator(".dial-in__costs")
      .getByText(/€.0,80 per minuut, plus eenmalig €.0,05, hoogstens €.48,05 per gesprek/u)
      .waitFor()
  })

  it("counts down, is announced near its end, and is replaced by the next one of the same country [DIALIN-07]", async () => {
    let asked = 0
    const page = await openDialIn(pages, {
      width: 390,
      answers: callAnswers((command) => {
        if (command._tag !== "OpenIvrSession") return undefined
        asked += 1
        return asked === 1
          ? [ivrOpened("BE", { expiresAt: NOW + 9_000 })]
          : [ivrOpened(command.country, { expiresAt: NOW + 90_000 })]
      }),
    })
    await page.getByText(/^Nog 0:0\d om je pincode in te vullen$/u).waitFor()
    await page.getByRole("status").getByText("Nog 10 seconden").waitFor()
    expect(JSON.parse(await page.evaluate<string>(kept()))).toMatchObject({ session: "ivr-0001" })
    await pages.gateway.told({ _tag: "WaitElapsed", name: "dial-in-expiry" })
    await expect.poll(() => sent("OpenIvrSession").length).toBe(2)
    expect(sent("OpenIvrSession").at(-1)).toMatchObject({ country: "BE" })
    await page.getByText(/^Nog 1:\d\d om/u).waitFor()
    expect(await page.getByRole("status").getByText("Nog 10 seconden").count()).toBe(0)
  })

  it("that could not be had without a network comes by itself with it, and is promised meanwhile [ERR-16]", async () => {
    let isDown = true
    const page = await openDialIn(pages, {
      width: 390,
      answers: callAnswers(({ _tag }) => (_tag === "OpenIvrSession" && isDown ? [] : undefined)),
    })
    const failed = page.getByText("Betalen met je telefoon kan nu niet")
    await failed.waitFor()
    await pages.context.setOffline(true)
    await page.getByText("Zodra je weer online bent, halen we een nummer voor je op.").waitFor()
    expect(await failed.count()).toBe(0)
    isDown = false
    await pages.context.setOffline(false)
    await page.locator(".dial-in__number").getByText("0906 - 123 4567").waitFor()
  })

  it("that cannot be had is said so, with another try; nothing else is told [ERR-16]", async () => {
    let isDown = true
    const page = await openDialIn(pages, {
      width: 390,
      answers: callAnswers(({ _tag }) => (_tag === "OpenIvrSession" && isDown ? [] : undefined)),
    })
    await page.getByRole("alert").getByText("Betalen met je telefoon kan nu niet").waitFor()
    await pages.expectSound(page)
    isDown = false
    await page.getByRole("button", { name: "Opnieuw proberen" }).click()
    await page.getByRole("link", { name: "Nu bellen" }).waitFor()
    expect(await page.getByRole("alert").count()).toBe(0)
  })

  it("is shown alone where those of the other countries cannot be had [ERR-16]", async () => {
    const page = await openDialIn(pages, {
      answers: callAnswers(({ _tag }) => (_tag === "ListDialInNumbers" ? [] : undefined)),
    })
    await page.locator(".dial-in__number").getByText("0906 - 123 4567").waitFor()
    await pages.gateway.command("ListDialInNumbers")
    expect(await page.locator(".country-card__name").allInnerTexts()).toEqual(["Nederland"])
    expect(await page.getByRole("alert").count()).toBe(0)
  })

  it("that no country has is said so too", async () => {
    const page = await openDialIn(pages, {
      answers: callAnswers(({ _tag }) => {
        if (_tag === "ListDialInNumbers") return [numbersListed()]
        return _tag === "OpenIvrSession" ? [] : undefined
      }),
    })
    await page.getByRole("alert").getByText("Betalen met je telefoon kan nu niet").waitFor()
    expect(await page.getByRole("radio").count()).toBe(0)
  })

  it("is awaited with placeholders while it is asked for", async () => {
    const page = await openDialIn(pages, {
      width: 390,
      answers: ({ _tag }) => (_tag === "OpenIvrSession" ? undefined : []),
    })
    await page.getByLabel("We halen een nummer voor je op…").waitFor()
    await pages.expectSound(page)
  })

  it("is the same after a reload while it may still be called [DIALIN-07]", async () => {
    const page = await openDialIn(pages, { width: 390 })
    await page.getByRole("link", { name: "Nu bellen" }).waitFor()
    const asked = sent("OpenIvrSession").length
    await page.reload()
    await page.getByRole("link", { name: "Nu bellen" }).waitFor()
    await pages.gateway.fact("IvrSessionRecalled")
    expect(sent("OpenIvrSession")).toHaveLength(asked)
  })
})

describe("the window", () => {
  it("links to the terms, and on a phone to an account; elsewhere it does not [DIALIN-04]", async () => {
    const phone = await openDialIn(pages, { width: 390 })
    const terms = phone.getByRole("dialog").getByRole("link", { name: "Lees de voorwaarden" })
    expect(await terms.getAttribute("href")).toContain("/terms-conditions")
    await phone
      .getByRole("dialog")
      .getByText(/120.credits/u)
      .waitFor()
    await phone.getByRole("dialog").getByRole("button", { name: "Gratis aanmelden" }).click()
    await phone.getByRole("dialog", { name: "Gratis aanmelden" }).waitFor()
    const desktop = await openDialIn(pages)
    await desktop.getByRole("dialog").getByRole("link", { name: "Lees de voorwaarden" }).waitFor()
    expect(
      await desktop
        .getByRole("dialog")
        .getByText(/120.credits/u)
        .count(),
    ).toBe(0)
  })

  it("forgets PIN and number when it closes, and by its close button the chosen country too [DIALIN-24]", async () => {
    const page = await openDialIn(pages, { width: 390 })
    const drawer = page.getByRole("dialog", { name: PAY_BY_PHONE.nl })
    const pin = page.getByLabel("Pincode van vier cijfers")
    const chosen = page.getByRole("radio", { checked: true })
    await page.getByText("België").click()
    await page.getByText("0907 12 345").waitFor()
    await pin.fill("12")
    await page.keyboard.press("Escape")
    await pages.gateway.told({ _tag: "DialogClosed", dialog: "dialIn" })
    expect(pages.gateway.facts.filter(({ _tag }) => _tag === "DialInAbandoned")).toEqual([])
    await drawer.waitFor({ state: "detached" })
    await page.getByRole("button", { name: /^Menu/u }).click()
    await page.getByRole("button", { name: PAY_BY_PHONE.nl }).click()
    await pages.gateway.fact("IvrSessionRecalled")
    expect(await pin.inputValue()).toBe("")
    expect(await chosen.getAttribute("value")).toBe("BE")
    await drawer.getByRole("button", { name: "Sluiten" }).click()
    await pages.gateway.fact("DialInAbandoned")
    expect(await page.evaluate(kept())).toBeNull()
    await drawer.waitFor({ state: "detached" })
    const asked = sent("OpenIvrSession").length
    await page.getByRole("button", { name: /^Menu/u }).click()
    await page.getByRole("button", { name: PAY_BY_PHONE.nl }).click()
    await expect.poll(() => sent("OpenIvrSession").length).toBe(asked + 1)
    expect(sent("OpenIvrSession").at(-1)).not.toHaveProperty("country")
    await expect.poll(() => chosen.getAttribute("value")).toBe("NL")
  })

  it("is for guests of a brand that has it: nobody else finds it", async () => {
    const brand = {
      ...HOUSE_BRAND,
      features: { ...HOUSE_BRAND.features, phonePayment: false },
    }
    const without = await pages.open({ events: caller(), brand }, { width: 390 })
    await without.getByRole("button", { name: /^Menu/u }).click()
    await without.getByRole("dialog").getByRole("button", { name: "Inloggen" }).waitFor()
    expect(await without.getByRole("button", { name: PAY_BY_PHONE.nl }).count()).toBe(0)
    const page = await pages.open({ events: member() }, { width: 390 })
    await page.getByRole("button", { name: /menu/iu }).first().click()
    expect(await page.getByRole("button", { name: PAY_BY_PHONE.nl }).count()).toBe(0)
  })

  it("is offered beside an account where a guest's free time is over", async () => {
    const page = await openRoom(pages, roomScript(caller(), callAnswers()))
    pages.gateway.emitAll([
      { _tag: "Kicked", performerId: "p_mila", reason: "guest_expired" },
      { _tag: "RoomLeft", performerId: "p_mila", reason: "kicked" },
    ])
    await page.getByRole("button", { name: PAY_BY_PHONE.nl }).first().click()
    await page.getByRole("dialog", { name: PAY_BY_PHONE.nl }).waitFor()
  })
})

describe("the PIN", () => {
  it("is confirmed, marks dial-in as begun and closes the window [DIALIN-03, DIALIN-25, DIALIN-26]", async () => {
    const page = await openDialIn(pages, { width: 390 })
    await page.getByRole("link", { name: "Nu bellen" }).waitFor()
    const pin = page.getByLabel("Pincode van vier cijfers")
    expect(await pin.getAttribute("inputmode")).toBe("numeric")
    expect(await pin.getAttribute("autocomplete")).toBe("one-time-code")
    await pin.pressSequentially("471")
    expect(sent("StartDialIn")).toEqual([])
    await pin.pressSequentially("1")
    expect(await pages.gateway.command("StartDialIn")).toMatchObject({
      session: "ivr-0001",
      pin: RIGHT_PIN,
    })
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await pages.gateway.told({ _tag: "DialogClosed", dialog: "dialIn" })
    await page.getByText("We verbinden je gesprek").last().waitFor()
    expect(JSON.stringify(pages.gateway.facts)).not.toContain(RIGHT_PIN)
  })

  it("goes with the fingerprint of who consented, computed while they call, as does the next number; with nobody else's [API-023, API-025]", async () => {
    const pay = async (consent: "accepted" | "refused") => {
      const page = await openDialIn(pages, {
        width: 390,
        consent,
        prepare: (_page, context) =>
          context.addCookies([{ name: "consent", value: consent, url: pages.gateway.origin }]),
      })
      await page.getByRole("link", { name: "Nu bellen" }).waitFor()
      const kept = async () =>
        (await page.context().cookies()).find(({ name }) => name === "fingerprint")?.value
      if (consent === "accepted") await expect.poll(kept).toMatch(/^[\w-]{8,128}$/u)
      await page.getByText("België").click()
      await page.getByText("0907 12 345").waitFor()
      await page.getByLabel("Pincode van vier cijfers").fill(RIGHT_PIN)
      await pages.gateway.command("StartDialIn")
      const told = [sent("OpenIvrSession").at(-1), sent("StartDialIn").at(-1)]
      const fingerprint = await kept()
      await pages.close()
      return { told, fingerprint }
    }
    const { told, fingerprint } = await pay("accepted")
    for (const command of told) expect(command).toMatchObject({ fingerprint })
    const refused = await pay("refused")
    expect(refused.fingerprint).toBeUndefined()
    for (const command of refused.told) expect(command).not.toHaveProperty("fingerprint")
  })

  it("is taken from a paste with spaces", async () => {
    const page = await openDialIn(pages, { width: 390 })
    await page.getByRole("link", { name: "Nu bellen" }).waitFor()
    await page.getByLabel("Pincode van vier cijfers").fill(" 47 1-1 ")
    expect(await pages.gateway.command("StartDialIn")).toMatchObject({ pin: RIGHT_PIN })
  })

  it("that is missing and one that is wrong have their own messages; typing clears the wrong one [DIALIN-26, DIALIN-27, DIALIN-28, DIALIN-29]", async () => {
    const page = await openDialIn(pages, { width: 390 })
    await page.getByRole("link", { name: "Nu bellen" }).waitFor()
    const pin = page.getByLabel("Pincode van vier cijfers")
    const missing = page.getByText("Vul de vier cijfers in", { exact: false })
    const wrong = page.getByText("Deze pincode klopt niet.", { exact: false })
    await page.getByRole("button", { name: "Bevestigen" }).click()
    await missing.waitFor()
    expect(await pin.getAttribute("aria-invalid")).toBe("true")
    await pin.pressSequentially("12")
    await missing.waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Bevestigen" }).click()
    await missing.waitFor()
    expect(sent("StartDialIn")).toEqual([])
    await pin.fill("1234")
    await wrong.waitFor()
    await pages.expectSound(page)
    expect(await missing.count()).toBe(0)
    await pin.press("5")
    await wrong.waitFor({ state: "detached" })
    expect(await pin.inputValue()).toBe("5")
    await pin.fill("9999")
    await wrong.waitFor()
    await page.getByRole("button", { name: "Bevestigen" }).focus()
    await pin.focus()
    await wrong.waitFor({ state: "detached" })
    expect(await pin.inputValue()).toBe("")
  })

  it.each([
    { label: NO_IVR_SESSION_LABEL, text: /klopt niet[^]*We konden je sessie niet vinden\./u },
    { label: "tooManyAttempts", text: /te vaak geprobeerd/u },
    { label: "badRequest.whatever", text: /klopt niet/u },
    { label: "unavailable", text: /Dit lukt nu even niet/u },
    { label: "outcomeUnknown", text: /We kregen geen antwoord/u },
  ])(
    "is marked as wrong whatever the refusal: $label [DIALIN-28, ERR-15]",
    async ({ label, text }) => {
      const page = await openDialIn(pages, {
        width: 390,
        answers: callAnswers(({ _tag }) =>
          _tag === "StartDialIn" ? [{ _tag: "DialInRefused", label }] : undefined,
        ),
      })
      await page.getByRole("link", { name: "Nu bellen" }).waitFor()
      const pin = page.getByLabel("Pincode van vier cijfers")
      await pin.fill("1234")
      await page.getByText(text).waitFor()
      expect(await pin.getAttribute("aria-invalid")).toBe("true")
      const asksAnew = label === NO_IVR_SESSION_LABEL || label === "tooManyAttempts"
      await expect.poll(() => sent("OpenIvrSession").length).toBe(asksAnew ? 2 : 1)
    },
  )

  it("accepted in another tab closes the window here [DIALIN-25]", async () => {
    const page = await openDialIn(pages, { width: 390 })
    await page.getByRole("link", { name: "Nu bellen" }).waitFor()
    pages.gateway.emitAll([dialInStarted, callTold("in_call", 1, 6)])
    await page.getByRole("dialog").waitFor({ state: "detached" })
  })

  it("accepted in another tab closes the credits drawer of a guest here [DIALIN-25]", async () => {
    const page = await pages.open(
      {
        events: caller(),
        answers: callAnswers(({ _tag }) =>
          _tag === "CheckDialIn" ? [callTold("pending")] : undefined,
        ),
      },
      {
        // As a tab keeps the drawer that was open in it.
        prepare: (tab) =>
          tab.addInitScript(() => {
            sessionStorage.setItem("tab-slice", JSON.stringify({ dialog: "wallet", path: "/" }))
          }),
      },
    )
    const drawer = page.getByRole("dialog", { name: "Credits kopen" })
    await drawer.getByRole("button", { name: PAY_BY_PHONE.nl }).waitFor()
    pages.gateway.emit(dialInStarted)
    await drawer.waitFor({ state: "detached" })
    await pages.gateway.told({ _tag: "WalletClosed" })
  })
})
