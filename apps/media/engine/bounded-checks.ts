/**
 * Bounds the connectivity checks that one client can cause (RFC 8445, section 7). The library repeats a check at once and
 * without end where it is answered with a role conflict (487) or a wrong signature (401), and keeps a pair for each address
 * and the number of each request.
 */
import { type Candidate, type CandidatePair, CandidatePairState, type Connection } from "werift"
import type { SocketAddress } from "./known-senders.ts"

/** Of one pair. A path that works answers the first check, or the second after a role conflict. */
export const MAX_CHECKS = 6
const FIRST_DELAY_MS = 50
const MAX_DELAY_MS = 800

/** Milliseconds before the nth check of a pair, counted from 0. */
export const checkDelayMs = (nth: number): number =>
  nth === 0 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (nth - 1), MAX_DELAY_MS)

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
    const delayMs = checkDelayMs(nth)
    if (delayMs === 0) return start(pair)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    // So that the library begins no other check of this pair meanwhile.
    pair.updateState(CandidatePairState.IN_PROGRESS)
    const timer = setTimeout(() => {
      if (connection.state === "closed") resolve()
      else start(pair).awaitable.then(resolve, reject)
    }, delayMs)
    promise.finally(() => clearTimeout(timer)).catch(() => undefined)
    return { awaitable: promise, resolve, reject }
  }

  const add = connection["addPair"].bind(connection)
  connection["addPair"] = (pair: CandidatePair) => {
    // The library would keep the transaction id of every request, to tell retransmissions.
    pair.noteIncomingRequest = () => false
    add(pair)
  }
}

/** For an address that is no longer known. The nominated pair stays. */
export const dropCandidatePairs = (connection: Connection, [host, port]: SocketAddress): void => {
  const isThere = (candidate: Candidate) => candidate.host === host && candidate.port === port
  const { nominated } = connection
  if (nominated !== undefined && isThere(nominated.remoteCandidate)) return
  connection.checkList = connection.checkList.filter((pair) => !isThere(pair.remoteCandidate))
  const kept = connection.remoteCandidates.filter((candidate) => !isThere(candidate))
  connection["_remoteCandidates"] = kept
}
