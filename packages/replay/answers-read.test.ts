import { describe, expect, it } from "vitest"
import { AnswersRead } from "./answers-read.ts"
import { captureHeader } from "./capture.fixtures.ts"
import type { ParsedLine } from "./parsed-line.ts"
import { timelineOf } from "./timeline.ts"

const [A, B] = ["a".repeat(64), "b".repeat(64)] as const

type Answer = Extract<ParsedLine, { kind: "answer" }>["answer"]

const answer = (t: number, told: Partial<Answer>): ParsedLine => ({
  kind: "answer",
  t,
  answer: { i: 1, t, h: "", dir: "answer", key: "/api/x", status: 200, hash: A, ...told },
})
const fact = (t: number, told: { key?: string; status?: number; hash?: string }): ParsedLine => ({
  kind: "fact",
  t,
  fact: {
    n: 1,
    after: 1,
    at: t,
    fact: { _tag: "AnswerApplied", key: "/api/x", status: 200, hash: A, ...told },
  },
})

const read = (...captured: ReadonlyArray<ParsedLine>) => {
  const answers = new AnswersRead()
  for (const each of captured) answers.take(each)
  return answers
}

describe("the answers that a visitor had read", () => {
  it("are the newest of each resource, whichever of its lines holds the body", () => {
    const answers = read(
      fact(1, {}),
      answer(1, { body: { n: 1 } }),
      answer(2, { key: "/api/y", hash: B, body: { n: 22 } }),
      answer(3, { hash: B }),
    )
    expect(answers.newest()).toEqual([
      {
        key: "/api/y",
        status: 200,
        hash: B,
        t: 2,
        body: { _tag: "Shown", body: { n: 22 }, bytes: 8 },
      },
      {
        key: "/api/x",
        status: 200,
        hash: B,
        t: 3,
        body: { _tag: "Shown", body: { n: 22 }, bytes: 8 },
      },
    ])
  })

  it("are found by the beginning of a hash also when something newer came", () => {
    const answers = read(answer(1, { body: 1 }), answer(2, { hash: B, body: 2 }))
    expect(answers.named("aaaa").map(({ body }) => body)).toMatchObject([{ body: 1 }])
    expect(answers.named("").map(({ hash }) => hash)).toEqual([A, B])
    expect(answers.named("cccc")).toEqual([])
  })

  it("are held only where they are wanted, and their lengths always", () => {
    const answers = new AnswersRead((hash) => hash === B)
    for (const each of [answer(1, { body: "one" }), answer(2, { hash: B, body: "three" })])
      answers.take(each)
    expect(answers.named("").map(({ body }) => body)).toEqual([
      { _tag: "Shown", body: undefined, bytes: 5 },
      { _tag: "Shown", body: "three", bytes: 7 },
    ])
  })

  it("have a placeholder with the reason, where no body is kept", () => {
    const why = (told: Partial<Answer>) => read(answer(1, told)).newest()[0]?.body
    expect(why({})).toEqual({
      _tag: "NotKept",
      why: "it is personal, past its term, crowded out or could not be kept",
    })
    expect(why({ hash: "" })).toMatchObject({ why: expect.stringContaining("tells of somebody") })
    expect(why({ status: 404 })).toMatchObject({ why: expect.stringContaining("refused") })
    // A body that is null is one.
    expect(why({ body: null })).toMatchObject({ _tag: "Shown", body: null })
  })

  it("are known in captures that hold no answers but as facts", () => {
    expect(read(fact(1, {}), fact(2, { hash: B })).newest()).toMatchObject([{ hash: B, t: 2 }])
  })

  it("begin anew with each capture of a file", () => {
    const answers = read(answer(1, { body: 1 }), { kind: "header", header: captureHeader() })
    expect(answers.newest()).toEqual([])
    expect(answers.bodyOf({ hash: A, status: 200 })._tag).toBe("NotKept")
  })
})

describe("an answer on the timeline", () => {
  it("has its key, its status, the name of its body and its length", () => {
    const whole = answer(61_005, { body: { text: "x".repeat(2_000) } })
    expect(timelineOf(whole, read(whole))).toBe(
      "01:01.005  answer   /api/x  200  aaaaaaaaaaaa  2.0 kB",
    )
    expect(timelineOf(answer(5, {}), read(whole))).toBe(
      "00:00.005  answer   /api/x  200  aaaaaaaaaaaa  2.0 kB",
    )
    expect(timelineOf(answer(5, { hash: B }), read(whole))).toBe(
      "00:00.005  answer   /api/x  200  bbbbbbbbbbbb  body not kept: it is personal, past its term, crowded out or could not be kept",
    )
  })

  it("is shown as mere text", () => {
    const hostile = answer(1, { key: "/\u001b[2J\u202e", hash: "\u009b31m" })
    expect(timelineOf(hostile, read(hostile))).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })
})
