/**
 * Holds what one client can make the library check (RFC 8445, section 7): it asks again at once, and without end,
 * where a check is answered that the roles are in conflict (487) or that it is not signed well (401), and keeps a
 * pair for each address and the number of each request.
 */
import { type Candidate, type CandidatePair, CandidatePairState, type Connection } from "werift"
import type { SocketAddress } from "./known-senders.ts"

/** Of one pair. A path that works answers the first, or the second where both sides had one role. */
export const MAX_CHECKS = 6
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 800

/** Milliseconds before a pair's check that is the `nth`, from 0 on. */
export const checkDelayMs = (nth: number): number =>
  nth === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (nth - 1), LONGEST_PAUSE_MS)

type Check = ReturnType<Connection["checkStart"]>

const settled = (): Check => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  resolve()
  return { awaitable: promise, resolve, reject }
}

export const limitChecks = (connection: Connection): void => {
  const checks = new WeakMap<CandidatePair, number>()
  const start = connection.checkStart
  connection.checkStart = (pair) => {
    const nth = checks.get(pair) ?? 0
    checks.set(pair, nth + 1)
    if (nth >= MAX_CHECKS) {
      pair.updateState(CandidatePairState.FAILED)
      return settled()
    }
    const pauseMs = checkDelayMs(nth)
    if (pauseMs === 0) return start(pair)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    // Nothing else begins a check of it meanwhile.
    pair.updateState(CandidatePairState.IN_PROGRESS)
    const timer = setTimeout(() => {
      if (connection.state === "closed") resolve()
      else start(pair).awaitable.then(resolve, reject)
    }, pauseMs)
    promise.finally(() => clearTimeout(timer)).catch(() => undefined)
    return { awaitable: promise, resolve, reject }
  }

  const add = connection["addPair"].bind(connection)
  connection["addPair"] = (pair: CandidatePair) => {
    // It counts what is said again by the number of every request that ever came.
    pair.noteIncomingRequest = () => false
    add(pair)
  }
}

/** Nothing comes from there any more; the pair that is used stays. */
export const dropCandidatePairs = (connection: Connection, [host, port]: SocketAddress): void => {
  const isThere = (candidate: Candidate) => candidate.host === host && candidate.port === port
  const { nominated } = connection
  if (nominated !== undefined && isThere(nominated.remoteCandidate)) return
  connection.checkList = connection.checkList.filter((pair) => !isThere(pair.remoteCandidate))
  const kept = connection.remoteCandidates.filter((candidate) => !isThere(candidate))
  connection["_remoteCandidates"] = kept
}
