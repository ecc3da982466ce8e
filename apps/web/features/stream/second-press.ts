/**
 * The second press of a double click, which gives nothing more: neither the same tip once it is answered, nor the one
 * that lies where a closed window was. Pure. Caller: the tip bar. Times are monotonic milliseconds.
 */

/** The longest double click that systems offer is 900 milliseconds; two presses meant as two are rarely nearer. */
const DOUBLE_CLICK_MS = 900

/** `lastAt`: of the last tip that was given; null where none was. */
export const isSecondPress = (lastAt: number | null, at: number): boolean =>
  lastAt !== null && at - lastAt < DOUBLE_CLICK_MS
