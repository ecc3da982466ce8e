/** Repeats work for a while and returns the time of one repetition. */

export interface TimingEffort {
  readonly warmUpMs: number
  readonly measureMs: number
}

/** Warms up until the code is compiled, then measures for the given time; without measuring there is no warm-up. */
export const effortOf = (measureMs: number): TimingEffort => ({
  warmUpMs: Math.min(400, measureMs),
  measureMs,
})

/** Nanoseconds per item, after a warm-up; `pass` works through `count` items. */
export const nanosPerItem = (
  pass: () => unknown,
  count: number,
  { warmUpMs, measureMs }: TimingEffort,
): number => {
  repeat(pass, warmUpMs)
  const { passes, nanos } = repeat(pass, measureMs)
  return nanos / (passes * count)
}

const repeat = (pass: () => unknown, forMs: number) => {
  const start = process.hrtime.bigint()
  const end = start + BigInt(forMs) * 1_000_000n
  let passes = 0
  let now = start
  while (now < end) {
    pass()
    passes += 1
    now = process.hrtime.bigint()
  }
  return { passes, nanos: Number(now - start) }
}
