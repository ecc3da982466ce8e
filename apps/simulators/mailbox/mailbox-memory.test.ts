import { Effect, Option } from "effect"
import { expect, it } from "vitest"
import { Mailbox } from "./mailbox.ts"

const PARTS = { from: "", subject: "", text: "", html: "", links: [] }

const run = <A>(effect: Effect.Effect<A, never, Mailbox>) =>
  Effect.runPromise(Effect.provide(effect, Mailbox.layer(2)))

it("the mailbox keeps the last mails and deletes the oldest", async () => {
  const left = await run(
    Effect.gen(function* () {
      const mailbox = yield* Mailbox
      for (const subject of ["one", "two", "three"]) {
        yield* mailbox.add("a@mail.example", { ...PARTS, subject })
      }
      expect(Option.isNone(mailbox.find(1))).toBe(true)
      return mailbox.list(null).map(({ subject }) => subject)
    }),
  )
  expect(left).toEqual(["three", "two"])
})

it("a wait for a mail takes no longer than it was asked to", async () => {
  const found = await run(
    Effect.flatMap(Mailbox, (mailbox) => mailbox.next("nobody@mail.example", 0, 1)),
  )
  expect(Option.isNone(found)).toBe(true)
})
