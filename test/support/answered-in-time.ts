/** Waits for what must come, and says what did not. */
const ANSWERED_WITHIN_MS = 20_000

export const answeredInTime = async <A>(what: string, answer: Promise<A>): Promise<A> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const say = () => reject(new Error(`${what} has no outcome`))
    timer = setTimeout(say, ANSWERED_WITHIN_MS)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
