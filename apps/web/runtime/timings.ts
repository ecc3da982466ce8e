/**
 * How long what moves or waits takes, in milliseconds (CONST-03, SHELL-28, SHELL-58, SHELL-59). The style
 * sheets say the same in `theme.css`; the test compares.
 */
export const TIMINGS = {
  drawer: 200,
  fade: 800,
  scrollToTop: 450,
  /** Device information is read again this long after the last resize. */
  resize: 50,
  /** A loader that is shown stays at least this long; what it waits for began at once. */
  loader: 200,
  errorPageRedirect: 3_000,
} as const
