import { Logger } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { testSimulatorsConfig } from "../bank/fake-shop.fixture.ts"
import { type RunningSimulators, startSimulators } from "../simulators.ts"
import { converse, sendRaw } from "./smtp-client.fixture.ts"
import { MAX_CLIENTS, MAX_MAIL_BYTES } from "./smtp.ts"

interface Message {
  readonly id: string
  readonly to: string
  readonly from: string
  readonly subject: string
  readonly receivedAt: string
  readonly text: string
  readonly html: string
  readonly links: ReadonlyArray<string>
}

let world: RunningSimulators
beforeAll(async () => {
  world = await startSimulators(testSimulatorsConfig(), Logger.layer([]))
})
afterAll(() => world.close())

let made = 0
const address = () => `reader-${made++}@mail.example`

const LINK = "https://site.example/en/?action=validate&token=a.b.c"
const mail = (subject = "Confirm your e-mail address"): ReadonlyArray<string> => [
  'From: "Foldcast" <site@foldcast.example>',
  `Subject: ${subject}`,
  "MIME-Version: 1.0",
  'Content-Type: multipart/alternative; boundary="b"',
  "",
  "--b",
  "Content-Type: text/plain; charset=utf-8",
  "Content-Transfer-Encoding: 8bit",
  "",
  `Caf\u00e9: open ${LINK}, or (${LINK}).`,
  "--b",
  "Content-Type: text/html; charset=utf-8",
  "",
  '<p style="color:red">Hello</p><script>alert(1)</script>',
  "--b--",
]

const messages = async (to: string) =>
  (await (
    await fetch(`${world.url}/mailbox/messages?to=${encodeURIComponent(to)}`)
  ).json()) as ReadonlyArray<Message>
const next = (to: string, after = "") =>
  fetch(`${world.url}/mailbox/messages/next?to=${encodeURIComponent(to)}&after=${after}`)
const see = async (path: string) => {
  const response = await fetch(world.url + path)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe("the mailbox", () => {
  it("keeps a mail for each of its recipients, with its text, its HTML and its links", async () => {
    const [a, b] = [address(), address()]
    expect(await sendRaw(world.smtpUrl, [a, b], mail())).toMatch(/^250 /u)
    for (const to of [a, b]) {
      const [message, ...more] = await messages(to)
      expect(more).toEqual([])
      expect(message).toMatchObject({
        to,
        from: "Foldcast <site@foldcast.example>",
        subject: "Confirm your e-mail address",
        links: [LINK],
      })
      expect(message?.text).toContain("Caf\u00e9")
      expect(message?.html).toContain("<p style")
      expect(Date.parse(message?.receivedAt ?? "")).toBeGreaterThan(0)
    }
  })

  it("finds an address however it is written, and lists the newest mail first", async () => {
    const to = address()
    await sendRaw(world.smtpUrl, [to], mail("one"))
    await sendRaw(world.smtpUrl, [to.toUpperCase()], mail("two"))
    expect((await messages(to)).map(({ subject }) => subject)).toEqual(["two", "one"])
  })

  it("lets a program wait for the next mail to an address", async () => {
    const to = address()
    const waiting = next(to)
    await sendRaw(world.smtpUrl, [address()], mail("for somebody else"))
    await sendRaw(world.smtpUrl, [to], mail("one"))
    const one = (await (await waiting).json()) as Message
    expect(one).toMatchObject({ to, subject: "one" })
    const later = next(to, one.id)
    await sendRaw(world.smtpUrl, [to], mail("two"))
    expect(await (await later).json()).toMatchObject({ to, subject: "two" })
    expect(await (await next(to)).json()).toEqual(one)
  })

  it("refuses a mail that is too long, and goes on", async () => {
    const to = address()
    const line = "x".repeat(998)
    const lines = Array.from({ length: Math.ceil(MAX_MAIL_BYTES / 1_000) + 1 }, () => line)
    expect(await sendRaw(world.smtpUrl, [to], [...mail(), ...lines])).toMatch(/^552 /u)
    expect(await messages(to)).toEqual([])
    expect(await sendRaw(world.smtpUrl, [to], mail())).toMatch(/^250 /u)
  })

  it("limits the connections at once and the recipients of a mail", async () => {
    const crowded = await startSimulators(testSimulatorsConfig(), Logger.layer([]))
    const open = await Promise.all(
      Array.from({ length: MAX_CLIENTS }, () => converse(crowded.smtpUrl)),
    )
    const late = await converse(crowded.smtpUrl)
    expect(await late.say("EHLO test")).not.toMatch(/^250 /u)
    const [first] = open
    await first?.say("EHLO test")
    await first?.say("MAIL FROM:<site@foldcast.example>")
    const said: Array<string> = []
    for (let index = 0; index <= 20; index++) {
      said.push((await first?.say(`RCPT TO:<${address()}>`)) ?? "")
    }
    expect(said.map((line) => line.slice(0, 3))).toEqual([...Array<string>(20).fill("250"), "452"])
    for (const { end } of [...open, late]) end()
    await crowded.close()
  })

  it("needs no password, and listens on this machine alone", async () => {
    const { say, end } = await converse(world.smtpUrl)
    await say("EHLO test")
    expect(await say("AUTH PLAIN AGEAYg==")).toMatch(/^50\d /u)
    end()
    expect(new URL(world.smtpUrl).hostname).toBe("127.0.0.1")
  })
})

describe("the mailbox's pages", () => {
  it("list the mails in both languages, those of all addresses or of one", async () => {
    const [mine, other] = [address(), address()]
    await sendRaw(world.smtpUrl, [mine], mail("for me"))
    await sendRaw(world.smtpUrl, [other], mail("for another"))
    const all = await see("/mailbox?lang=en")
    expect(all.status).toBe(200)
    expect(all.text).toContain('<html lang="en">')
    expect(all.text).toContain("All emails")
    for (const text of [mine, other]) expect(all.text).toContain(text)
    const own = await see(`/mailbox?lang=nl&to=${mine}`)
    expect(own.text).toContain('<html lang="nl">')
    expect(own.text).toContain(`Mails aan ${mine}`)
    expect(own.text).toContain("for me")
    expect(own.text).not.toContain("for another")
    expect((await see(`/mailbox?lang=en&to=${address()}`)).text).toContain(
      "There are no emails yet.",
    )
  })

  it("show one mail with its links, its text, and its HTML in a frame where nothing runs", async () => {
    const to = address()
    await sendRaw(world.smtpUrl, [to], mail())
    const [message] = await messages(to)
    const page = await see(`/mailbox/${message?.id}?lang=en`)
    expect(page.text).toContain(`<a href="${LINK.replace("&", "&amp;")}" rel="noreferrer">`)
    expect(page.text).toContain("Caf\u00e9")
    expect(page.text).not.toContain("<script")
    expect(page.text).toMatch(/<iframe\s+sandbox(?:="")?\s/u)
    expect(page.headers.get("content-security-policy")).toContain("frame-src 'self'")
    const framed = await see(`/mailbox/${message?.id}/html`)
    expect(framed.text).toContain("<p style")
    const policy = framed.headers.get("content-security-policy") ?? ""
    expect(policy).toMatch(/^default-src 'none'; style-src 'unsafe-inline';/u)
    expect(policy).toMatch(/; sandbox$/u)
  })

  it("show what arrived as text, never as markup", async () => {
    const to = address()
    await sendRaw(world.smtpUrl, [to], mail('"><img src=x onerror=alert(1)>'))
    const [message] = await messages(to)
    for (const path of [`/mailbox?to=${to}`, `/mailbox/${message?.id}`]) {
      const { text } = await see(path)
      expect(text).not.toContain("<img")
      expect(text).toContain("&lt;img")
    }
    const typed = await see(`/mailbox?to=${encodeURIComponent('"><img src=x>')}`)
    expect(typed.text).not.toContain("<img")
  })

  it("say so where a mail does not exist", async () => {
    for (const id of ["999999", "x", "99999999999999999999"]) {
      const { status, text } = await see(`/mailbox/${id}?lang=nl`)
      expect(status).toBe(404)
      expect(text).toContain("We kennen deze mail niet")
    }
    expect((await see("/mailbox/999999/html")).status).toBe(404)
  })

  it("are linked from the first page of the simulators", async () => {
    const { text } = await see("/?lang=en")
    expect(text).toContain('href="/mailbox?lang=en"')
    expect(text).toContain("Test mailbox")
  })
})
