/**
 * A real payment and its traces for the payer: the reference on the bank's page, the transaction in the mail.
 * Support finds the payer's visit by either, and support's own records do not contain the search term (ADR 0019).
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { listVisits } from "../e2e/captures.ts"
import { Mails } from "../support/mailbox.ts"
import { sharedWorld } from "../support/shared-world.ts"
import type { World } from "../support/world.ts"
import { newPersonAccount, Person } from "./person.ts"

const formFieldsOf = (html: string): URLSearchParams =>
  new URLSearchParams(
    [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/gu)].map(
      ([, name = "", value = ""]) => [name, value],
    ),
  )

const shownIn = (text: string, pattern: RegExp): string => {
  const [found] = pattern.exec(text) ?? []
  if (found === undefined) throw new Error(`${pattern.source} does not stand in ${text}`)
  return found
}

describe("a payer's details of a payment", () => {
  let world: World
  let payer: Person
  let bystander: Person
  /** As shown on the bank's page and in the mail. */
  let session: string
  let transaction: string

  beforeAll(async () => {
    world = await sharedWorld()
    const site = { url: world.urls.site }
    const account = newPersonAccount("payer")
    bystander = await Person.register(site, newPersonAccount("bystander"))
    payer = await Person.register(site, account)
    const { event } = await payer.ask({
      _tag: "OpenPaymentSession",
      bundleId: "bundle-600",
      paymentMethod: "10",
      returnUrl: `${world.urls.site}/en`,
      device: "desktop",
    })
    const bank = new URL(String(event["paymentURL"]))
    const page = await (await fetch(bank)).text()
    session = shownIn(page, /ps_[\w-]+/u)
    const form = formFieldsOf(page)
    form.set("choice", "pay")
    await fetch(new URL("/bank", bank), { method: "POST", body: form, redirect: "manual" })
    await payer.stream.event("BundleBought")
    const mail = await new Mails(world, account.email).about("Your order confirmation")
    transaction = shownIn(mail.text, /tx_[\w-]+/u)
  })
  afterAll(() => {
    for (const person of [payer, bystander]) person.leave()
  })

  const foundBy = async (payment: string) =>
    (await listVisits(world, { payment })).map(({ visit }) => visit)

  it("find the visit that paid, and no other", async () => {
    expect(await foundBy(session)).toEqual([payer.visit])
    expect(await foundBy(transaction)).toEqual([payer.visit])
    expect(await foundBy(` ${transaction} `)).toEqual([payer.visit])
    expect(await foundBy(`${transaction}x`)).toEqual([])
    expect(await foundBy("tx_")).toEqual([])
  })

  it("are audited as a search for a payment, without the details", async () => {
    await foundBy(transaction)
    const audit = readFileSync(join(world.dataDir, "gateway", "audit.ndjson"), "utf8")
    const last = JSON.parse(audit.trimEnd().split("\n").at(-1) ?? "") as object
    expect(last).toMatchObject({
      name: "support",
      reason: "end-to-end test",
      action: "list",
      by: ["payment"],
      visits: [payer.visit],
    })
    for (const id of [session, transaction]) expect(audit).not.toContain(id)
  })

  it("are noted for the search as hashes alone", () => {
    const log = new DatabaseSync(join(world.dataDir, "gateway", "visits.db"), { readOnly: true })
    const terms = log
      .prepare(
        "SELECT term FROM terms JOIN visits ON visits.no = terms.visit WHERE visits.visit = ?",
      )
      .all(payer.visit)
      .map(({ term }) => String(term))
    log.close()
    const payments = terms.filter((term) => term.startsWith("payment:"))
    expect(payments.toSorted()).toEqual([
      expect.stringMatching(/^payment:[\w-]{22}$/u),
      expect.stringMatching(/^payment:[\w-]{22}$/u),
    ])
    for (const id of [session, transaction]) expect(terms.join("\n")).not.toContain(id)
  })
})
