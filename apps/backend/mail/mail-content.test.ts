import { oklchOf } from "@foldcast/colours/brand-colours"
import { hexOf } from "@foldcast/colours/contrast"
import { describe, expect, it } from "vitest"
import { brandById } from "../brands/brands.ts"
import { mailContent } from "./mail-content.ts"
import { type Mail, type MailKind } from "./mail.ts"

const BRAND = {
  name: "Lumio",
  colours: brandById("lumio").colours,
  company: {
    name: "Lumio Media",
    email: "service@lumio.example",
    address: "Havenstraat 77, Rotterdam",
  },
}
const AT = new Date("2026-11-21T09:34:00Z")
const AGENT = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"
const LINK = "https://site.example/en/?action=validate&token=aaa.bbb.ccc"
const SECRETS = ["aaa.bbb.ccc", "anna@mail.example", "new@mail.example", "tx_1", "Lumio", "1,620"]

const mails = (
  lang: "nl" | "en",
): { readonly [Kind in MailKind]: Extract<Mail, { _tag: Kind }> } => {
  const member = { memberId: "m_1", to: "anna@mail.example", lang, brand: "lumio" } as const
  const { memberId: _, ...reader } = member
  return {
    Verification: { _tag: "Verification", ...member, link: LINK, validForMinutes: 4_320 },
    EmailChange: {
      _tag: "EmailChange",
      ...member,
      to: "new@mail.example",
      link: LINK,
      validForMinutes: 4_320,
    },
    EmailChangeAsked: { _tag: "EmailChangeAsked", ...member, newEmail: "new@mail.example" },
    AddressUsed: { _tag: "AddressUsed", ...member },
    PasswordReset: { _tag: "PasswordReset", ...member, link: LINK, validForMinutes: 90 },
    NewLogIn: { _tag: "NewLogIn", ...member, agent: AGENT, at: AT },
    EmailChangedOld: { _tag: "EmailChangedOld", ...member, newEmail: "new@mail.example" },
    EmailChangedNew: { _tag: "EmailChangedNew", ...member, newEmail: "new@mail.example" },
    PasswordChanged: { _tag: "PasswordChanged", ...member, at: AT, endedPasskeys: 2 },
    PasskeyAdded: { _tag: "PasskeyAdded", ...member, name: "Laptop", at: AT },
    PasskeyRemoved: { _tag: "PasskeyRemoved", ...member, name: "Laptop", at: AT },
    Purchase: {
      _tag: "Purchase",
      ...member,
      credits: 1_620,
      amountCents: 123_450,
      at: AT,
      transactionId: "tx_1",
    },
    Withdrawal: {
      _tag: "Withdrawal",
      ...member,
      credits: 1_620,
      amountCents: 123_450,
      at: AT,
      transactionId: "tx_1",
    },
    ReportReceived: { _tag: "ReportReceived", ...reader, report: "rp_1", at: AT },
    ReportDecided: {
      _tag: "ReportDecided",
      ...member,
      report: "rp_1",
      outcome: "acted",
      statement: "The profile was closed.",
    },
    AccountDeleted: { _tag: "AccountDeleted", ...reader },
  }
}
const KINDS = Object.keys(mails("en")) as ReadonlyArray<MailKind>
const contentOf = (kind: MailKind, lang: "nl" | "en", more: Partial<Mail> = {}) =>
  mailContent({ ...mails(lang)[kind], ...more } as Mail, BRAND)

/** The visible text of the HTML. */
const seen = (html: string) =>
  html
    .replaceAll(/<head>.*?<\/head>|<[^>]+>/gsu, " ")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/gu, " ")

describe.each(KINDS)("the mail %s", (kind) => {
  it("is in the reader's language, marked as such, with different words in each", () => {
    const dutch = contentOf(kind, "nl")
    const english = contentOf(kind, "en")
    expect(dutch.html).toContain('<html lang="nl"')
    expect(english.html).toContain('<html lang="en"')
    expect([dutch.text.startsWith("Hallo,"), english.text.startsWith("Hello,")]).toEqual([
      true,
      true,
    ])
    expect(dutch.subject).not.toBe(english.subject)
    expect(`${dutch.text}${english.text}`).not.toContain("undefined")
  })

  it("has a subject that reveals nothing, on one line", () => {
    for (const lang of ["nl", "en"] as const) {
      const { subject } = contentOf(kind, lang)
      expect(subject).toMatch(/^[\p{L} -]{10,60}$/u)
      for (const secret of SECRETS) expect(subject).not.toContain(secret)
    }
  })

  it("says in both of its parts from which brand it comes and whom to write to", () => {
    const { text, html } = contentOf(kind, "en")
    for (const part of [text, seen(html)]) {
      expect(part).toContain("Lumio")
      expect(part).toContain("service@lumio.example")
    }
  })

  it("fetches nothing and runs nothing", () => {
    const { html } = contentOf(kind, "en")
    expect(html).not.toMatch(
      /<(?:img|script|link|iframe|form|object|video)\b|url\(|@import|@font-face/iu,
    )
    const addresses = [...html.matchAll(/(?:href|src)="([^"]*)"/gu)].map(([, address]) => address)
    const known = [LINK.replace("&", "&amp;"), "mailto:service@lumio.example"]
    expect(addresses.filter((address) => !known.includes(address ?? ""))).toEqual([])
  })

  it("has the brand's mark in its colours, and a button where it asks for something", () => {
    const { html, text } = contentOf(kind, "en")
    const { brand, onBrand } = BRAND.colours.light
    const colours = `background:${hexOf(oklchOf(brand))};color:${hexOf(oklchOf(onBrand))}`
    const asks = "link" in mails("en")[kind]
    expect(html.split(colours)).toHaveLength(asks ? 3 : 2)
    const buttons = [...html.matchAll(/<a\s+class="accent"\s+href="([^"]*)"/gu)]
    const addresses = buttons.map(([, address = ""]) => address.replaceAll("&amp;", "&"))
    expect(addresses).toEqual(asks ? [LINK] : [])
    // The address stands below the button, and in the part without markup.
    for (const part of [text, seen(html)]) expect(part.includes(LINK)).toBe(asks)
  })

  it("has the company's address as a link wherever it says whom to write to", () => {
    const { html } = contentOf(kind, "nl")
    const written = seen(html).split("service@lumio.example").length
    expect(html.split('href="mailto:service@lumio.example"')).toHaveLength(written)
    expect(written).toBeGreaterThan(1)
  })

  it("is legible where the mail program is dark", () => {
    const { html } = contentOf(kind, "nl")
    const [, sheet = ""] = /prefers-color-scheme: dark\) \{(.*)\}\s*<\/style>/su.exec(html) ?? []
    const ruled = new Set([...sheet.matchAll(/\.([a-z]+) \{/gu)].map(([, name]) => name))
    const used = [...html.matchAll(/class="([^"]*)"/gu)].flatMap(([, names = ""]) =>
      names.split(" "),
    )
    // Whatever has a colour of its own in the light theme has one in the dark theme.
    expect(used.filter((name) => !ruled.has(name))).toEqual([])
    const coloured = [...html.matchAll(/<[^>]*style="[^"]*(?:background|color):[^>]*>/gu)]
    expect(coloured.filter(([tag]) => !tag.includes("class=")).map(([tag]) => tag)).toEqual([])
  })
})

describe("the content of a mail", () => {
  it("has the link once as a button and once to copy, and says how long it works", () => {
    for (const kind of ["Verification", "PasswordReset"] as const) {
      const { text, html } = contentOf(kind, "en")
      expect(text.split("\n")).toContain(LINK)
      expect(html.match(/href="https:\/\/site\.example[^"]*"/gu)).toHaveLength(2)
      expect(seen(html)).toContain(LINK)
    }
    expect(contentOf("Verification", "nl").text).toContain("72 uur")
    expect(contentOf("PasswordReset", "en").text).toContain("90\u00A0minutes")
    expect(contentOf("PasswordReset", "en", { validForMinutes: 60 }).text).toContain("1 hour.")
  })

  it("has amounts and times as the language writes them", () => {
    const dutch = contentOf("Purchase", "nl").text
    expect(dutch).toContain("€\u00A01.234,50")
    expect(dutch).toContain("1.620\u00A0credits")
    expect(dutch).toContain("21 november 2026 om 10:34")
    expect(dutch).toContain("Waarvan btw (21%): €\u00A0214,25")
    expect(dutch).toContain("Verkoper: Lumio Media, Havenstraat 77, Rotterdam")
    const english = contentOf("Purchase", "en").text
    expect(english).toContain("€1,234.50")
    expect(english).toContain("Includes VAT (21%): €214.25")
    expect(english).toContain("November 21, 2026 at 10:34")
    expect(english).toContain("Reference: tx_1")
  })

  it("names the credits that verifying earns, and none where it earns none", () => {
    const mail = (lang: "nl" | "en") => contentOf("Verification", lang, { welcomeCredits: 120 })
    expect(mail("nl").text).toContain("Daarna krijg je 120\u00A0credits cadeau.")
    expect(mail("en").text).toContain("You’ll then get 120\u00A0credits as a gift.")
    expect(contentOf("Verification", "en").text).not.toContain("credits")
  })

  it("names the browser in a known form and never in its own words", () => {
    expect(contentOf("NewLogIn", "nl").text).toContain("Browser: Firefox op Windows")
    const agent = "Visit https://elsewhere.example now <b>Chrome/1"
    const { text, html } = contentOf("NewLogIn", "en", { agent })
    expect(text).toContain("Browser: Chrome\n")
    expect(`${text}${html}`).not.toContain("elsewhere")
    expect(contentOf("NewLogIn", "en", { agent: null }).text).toContain("Browser: Unknown")
  })

  it("has the new address in full for its owner, and only a hint of it for the old one", () => {
    expect(contentOf("EmailChangedNew", "en").text).toContain("new@mail.example")
    const { text, html } = contentOf("EmailChangedOld", "en")
    expect(text).toContain("n…@mail.example")
    expect(`${text}${html}`).not.toContain("new@mail.example")
  })

  it("has as text whatever somebody could have typed as markup", () => {
    const typed = `"><img src=x onerror='alert(1)'>&`
    const brand = {
      ...BRAND,
      name: `Lumio${typed}`,
      company: { name: `L${typed}`, email: "a@b.example", address: null },
    }
    const given: ReadonlyArray<Mail> = [
      ...KINDS.map((kind) => mails("en")[kind]),
      { ...mails("en").EmailChangedNew, newEmail: `${typed}@mail.example` },
      { ...mails("en").EmailChangedOld, newEmail: `x@${typed}` },
      { ...mails("en").Purchase, transactionId: typed },
    ]
    for (const mail of given) {
      const { html } = mailContent(mail, brand)
      expect(html).not.toContain("<img")
      expect(html).toContain("&quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;&amp;")
    }
    const link = "https://site.example/?a=1&token=x"
    expect(contentOf("Verification", "en", { link }).html).toContain(
      'href="https://site.example/?a=1&amp;token=x"',
    )
  })

  it("has no line breaks and no characters that turn the text in any value", () => {
    const newEmail = "x\r\nBcc: b@mail.example\u202E@mail.example"
    const { text } = contentOf("EmailChangedNew", "en", { newEmail })
    expect(text).toContain("x Bcc: b@mail.example @mail.example")
    expect(text).not.toContain("\u202E")
  })
})
