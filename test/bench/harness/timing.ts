/** Repeats work for a while and says how long one repetition took. */

export interface TimingEffort {
  readonly warmUpMs: number
  readonly measureMs: number
}

/** Until the code is compiled, and then as long as is asked for; nothing that is not measured is warmed up either. */
export const effortOf = (measureMs: number): TimingEffort => ({
  warmUpMs: Math.min(400, measureMs),
  measureMs,
})

/** Nanoseconds of one of the `count` items that `pass` works through, after a warm-up. */
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
