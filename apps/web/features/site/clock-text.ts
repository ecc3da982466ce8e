/** A length of time as a clock shows it, and in parts for words. Pure. */

/** `4:05`, `1:00:00`. */
export const clockText = (seconds: number): string => {
  const whole = Math.max(0, Math.floor(seconds))
  const two = (part: number) => String(part).padStart(2, "0")
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60)]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}

/** Whole minutes, and the seconds beside them: `3 min 12 s`. */
export const durationParts = (seconds: number) => ({
  minutes: Math.floor(seconds / 60),
  seconds: seconds % 60,
})
