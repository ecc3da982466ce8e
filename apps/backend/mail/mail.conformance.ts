/** The guarantees of the mail outbox and its sender on every database, against a real SMTP server. */
import { Clock, Context, Effect, Exit, Layer, Logger, Redacted, Schema, Scope } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { shiftedClock } from "../backend.fixture.ts"
import { memberRow } from "../ledger/member-row.fixture.ts"
import { SqlDatabase } from "../db/database.ts"
import { voidStatement, statement } from "../db/statement.ts"
import { BackendIds } from "../ids.ts"
import { MAX_ATTEMPTS, mailRetryPause } from "./mail-attempts.ts"
import { brandById } from "../brands/brands.ts"
import { MailBrands } from "./mail-brand.ts"
import { claimMails, deleteMailsOf, type Mail, writeMail } from "./mail-outbox.ts"
import { MailSender } from "./mail-sender.ts"
import { testMailServer, type TestMailServer } from "./mail-server.fixture.ts"
import { MailTransport } from "./mail-transport.ts"

const { colours } = brandById("foldcast")
const HOUSE = {
  name: "Foldcast",
  colours,
  company: { name: "Foldcast", email: "service@foldcast.example", address: null },
}
const LUMIO = {
  name: "Lumio",
  colours,
  company: { name: "Lumio\r\nBcc: b@x.example", email: "a@lumio.example", address: null },
}

const CLEAR = voidStatement("DELETE FROM mail_outbox")
const LEFT = statement(Schema.Struct({ id: Schema.Int }), "SELECT id FROM mail_outbox")

interface Line {
  readonly message: string
  readonly about: Readonly<Record<string, unknown>>
}

/** Stores log lines and lets a test wait for one. */
const listeningLog = () => {
  const lines: Array<Line> = []
  const waiting = new Set<() => void>()
  const logger = Logger.make<unknown, void>(({ message }) => {
    const [text, about] = Array.isArray(message) ? (message as ReadonlyArray<unknown>) : [message]
    lines.push({ message: String(text), about: (about ?? {}) as Line["about"] })
    for (const look of waiting) look()
  })
  const said = (text: string) => lines.filter(({ message }) => message === text)
  return {
    lines,
    layer: Logger.layer([logger]),
    /** The `count`th line with this text. */
    until: (text: string, count = 1) =>
      new Promise<Line>((resolve) => {
        const look = () => {
          const line = said(text)[count - 1]
          if (line === undefined) return
          waiting.delete(look)
          resolve(line)
        }
        waiting.add(look)
        look()
      }),
  }
}

export const mailConformance = (name: string, database: () => Layer.Layer<SqlDatabase>) =>
  describe(`the mail sender on ${name}`, () => {
    const time = shiftedClock()
    const clock = Layer.succeed(Clock.Clock, time.clock)
    const run = <A, E>(effect: Effect.Effect<A, E, SqlDatabase | BackendIds>) =>
      Effect.runPromise(
        effect.pipe(Effect.provide(Layer.mergeAll(database(), BackendIds.layer, clock))),
      )

    let server: TestMailServer
    let stops: Array<() => Promise<void>>
    beforeEach(async () => {
      server = await testMailServer()
      stops = []
      await run(Effect.flatMap(SqlDatabase, ({ query }) => query(CLEAR)))
    })
    afterEach(async () => {
      for (const stop of stops) await stop()
      await server.close()
    })

    const startSender = async () => {
      const log = listeningLog()
      const scope = Scope.makeUnsafe()
      const layer = MailSender.layer({ from: null }).pipe(
        Layer.provide(MailTransport.smtp(Redacted.make(server.url))),
        Layer.provide(MailBrands.layer((id) => (id === "lumio" ? LUMIO : HOUSE))),
        Layer.provide(database()),
        Layer.provide(Layer.merge(clock, log.layer)),
      )
      const context = await Effect.runPromise(Layer.buildWithScope(layer, scope))
      const stop = () => Effect.runPromise(Scope.close(scope, Exit.void))
      stops.push(stop)
      const { wake } = Context.get(context, MailSender)
      return { log, stop, wake: () => Effect.runPromise(wake) }
    }

    let made = 0
    const notice = (more: Partial<Mail> = {}): Mail =>
      ({
        _tag: "AccountDeleted",
        to: `reader-${made++}@mail.example`,
        lang: "en",
        brand: "foldcast",
        ...more,
      }) as Mail
    const write = (...mails: ReadonlyArray<Mail>) =>
      run(
        Effect.flatMap(SqlDatabase, ({ transaction }) =>
          transaction((queries) =>
            Effect.forEach(mails, (mail) => writeMail(queries, mail), { discard: true }),
          ),
        ),
      )
    const left = async () =>
      (await run(Effect.flatMap(SqlDatabase, ({ query }) => query(LEFT)))).length

    it("sends once what a transaction wrote, and keeps nothing of it", async () => {
      const { log, wake } = await startSender()
      const mails = [notice(), notice(), notice({ lang: "nl" })]
      await write(...mails)
      await wake()
      await log.until("a mail was sent", 3)
      expect(await left()).toBe(0)
      expect(server.mails.flatMap(({ to }) => to).toSorted()).toEqual(mails.map(({ to }) => to))
      const dutch = await server.mailTo(mails[2]?.to ?? "")
      expect(dutch.text).toContain("Hallo,")
      expect(dutch.html).toContain('<html lang="nl"')
      expect(JSON.stringify(log.lines)).not.toContain("@mail.example")
    })

    it("sends nothing that a failed transaction wrote", async () => {
      const { log, wake } = await startSender()
      const work = Effect.flatMap(SqlDatabase, ({ transaction }) =>
        transaction((queries) =>
          Effect.andThen(writeMail(queries, notice()), Effect.fail("changed its mind")),
        ),
      )
      expect(await run(Effect.flip(work))).toBe("changed its mind")
      const kept = notice()
      await write(kept)
      await wake()
      await log.until("a mail was sent")
      expect(server.mails.map(({ to }) => to)).toEqual([[kept.to]])
    })

    it("adds the headers that mail servers need, and none that somebody typed", async () => {
      const { wake } = await startSender()
      const mail = notice({ brand: "lumio" })
      await write(mail)
      await wake()
      const { from, to, headers } = await server.mailTo(mail.to)
      expect([from, to]).toEqual(["a@lumio.example", [mail.to]])
      expect(headers.get("auto-submitted")).toBe("auto-generated")
      expect(headers.get("content-language")).toBe("en")
      expect(headers.get("message-id")).toMatch(/^<[\w.]+@lumio\.example>$/u)
      expect(headers.get("from")).toBe('"Lumio Bcc: b@x.example" <a@lumio.example>')
      expect([...headers.keys()].filter((name) => name === "bcc" || name === "cc")).toEqual([])
    })

    it.each([
      "a@mail.example, b@mail.example",
      "a@mail.example\r\nRCPT TO:<b@mail.example>",
      "Anna <a@mail.example>",
      "a@mail.example>",
    ])("sends nothing to %j, which is more than an address", async (to) => {
      const { log, wake } = await startSender()
      await write(notice({ to }))
      await wake()
      const { about } = await log.until("a mail was given up")
      expect(about).toMatchObject({ kind: "AccountDeleted", attempts: 1, code: "address" })
      expect([server.mails.length, server.state.attempts, await left()]).toEqual([0, 0, 0])
    })

    it("reaches an address whose domain has other letters than ASCII", async () => {
      const { log, wake } = await startSender()
      await write(notice({ to: "anna@bücher.example" }))
      await wake()
      await log.until("a mail was sent")
      expect(server.mails.map(({ to }) => to)).toEqual([["anna@xn--bcher-kva.example"]])
    })

    it("tries again after a pause when the server is busy", async () => {
      server.state.behaviour = "busy"
      const { log, wake } = await startSender()
      const mail = notice()
      await write(mail)
      await wake()
      const { about } = await log.until("a mail waits")
      expect(about).toMatchObject({ attempts: 1, code: "EENVELOPE 451" })
      server.state.behaviour = "take"
      time.forward(mailRetryPause(1))
      await wake()
      expect((await log.until("a mail was sent")).about).toMatchObject({ attempts: 2 })
      expect(server.mails.map(({ to }) => to)).toEqual([[mail.to]])
    })

    it("tries again when the server could not be reached", async () => {
      await server.close()
      const { log, wake } = await startSender()
      const mail = notice()
      await write(mail)
      await wake()
      await log.until("a mail waits")
      server = await testMailServer(server.port)
      time.forward(mailRetryPause(1))
      await wake()
      await log.until("a mail was sent")
      expect(server.mails.map(({ to }) => to)).toEqual([[mail.to]])
    })

    it("sends a mail again under the same id when the server took it without confirming", async () => {
      server.state.behaviour = "break"
      const { log, wake } = await startSender()
      await write(notice())
      await wake()
      await log.until("a mail waits")
      server.state.behaviour = "take"
      time.forward(mailRetryPause(1))
      await wake()
      await log.until("a mail was sent")
      const ids = server.mails.map(({ headers }) => headers.get("message-id"))
      expect(ids).toHaveLength(2)
      expect(new Set(ids).size).toBe(1)
    })

    it("sends at its start what the process before it was sending when it ended", async () => {
      const mail = notice()
      await write(mail)
      const now = time.now()
      const claimed = await run(
        Effect.flatMap(SqlDatabase, (database) =>
          claimMails(database, new Date(now), new Date(now + 300_000), 20),
        ),
      )
      expect(claimed.map(({ content }) => content)).toEqual([mail])
      const { log } = await startSender()
      expect((await log.until("a mail was sent")).about).toMatchObject({ attempts: 2 })
      expect(server.mails.map(({ to }) => to)).toEqual([[mail.to]])
    })

    it("gives up at once what the server refuses, and says nothing of its content", async () => {
      server.state.behaviour = "refuse"
      const { log, wake } = await startSender()
      await write(notice())
      await wake()
      const { about } = await log.until("a mail was given up")
      expect(about).toMatchObject({ kind: "AccountDeleted", attempts: 1, code: "EENVELOPE 550" })
      expect(await left()).toBe(0)
      expect(JSON.stringify(log.lines)).not.toContain("@mail.example")
    })

    it("gives up after its last try", async () => {
      server.state.behaviour = "busy"
      const { log, wake } = await startSender()
      await write(notice())
      await wake()
      for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
        await log.until("a mail waits", attempt)
        time.forward(mailRetryPause(attempt))
        await wake()
      }
      expect((await log.until("a mail was given up")).about).toMatchObject({
        attempts: MAX_ATTEMPTS,
      })
      expect(await left()).toBe(0)
    })

    it("sends no link that has expired", async () => {
      const memberId = await run(memberRow(0))
      await write(
        notice({
          _tag: "PasswordReset",
          memberId,
          link: "https://site.example/?action=resetpassword&token=a.b.c",
          validForMinutes: 60,
        }),
      )
      time.forward(60 * 60_000)
      const { log } = await startSender()
      expect((await log.until("a mail was given up")).about).toMatchObject({ code: "expired" })
      expect([server.state.attempts, await left()]).toEqual([0, 0])
      expect(JSON.stringify(log.lines)).not.toContain("a.b.c")
    })

    it("sends a few mails at a time, however many there are", async () => {
      const { log, wake } = await startSender()
      await write(...Array.from({ length: 30 }, () => notice()))
      await wake()
      await log.until("a mail was sent", 30)
      expect(new Set(server.mails.flatMap(({ to }) => to)).size).toBe(30)
      expect(server.mails).toHaveLength(30)
      expect(server.state.mostAtOnce).toBeLessThanOrEqual(4)
    })

    it("gives a mail to one claim only", async () => {
      await write(...Array.from({ length: 8 }, () => notice()))
      const now = time.now()
      const claim = Effect.flatMap(SqlDatabase, (database) =>
        claimMails(database, new Date(now), new Date(now + 1_000), 4),
      )
      const claims = await run(Effect.all([claim, claim, claim], { concurrency: 3 }))
      const ids = claims.flat().map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
    })

    it("deletes the waiting mails of a member whose account is deleted, and nobody else's", async () => {
      const [gone, stays] = await run(Effect.all([memberRow(0), memberRow(0)]))
      const at = new Date(0)
      await write(
        notice({ _tag: "PasswordChanged", memberId: gone, at }),
        notice({ _tag: "PasswordChanged", memberId: stays, at, to: "stays@mail.example" }),
      )
      await run(Effect.flatMap(SqlDatabase, (database) => deleteMailsOf(database, gone)))
      const { log } = await startSender()
      await log.until("a mail was sent")
      expect(server.mails.map(({ to }) => to)).toEqual([["stays@mail.example"]])
    })
  })
