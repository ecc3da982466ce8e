/**
 * What the page says of its connection: offline, reconnecting with the seconds left, back again with what
 * was missed. Quiet while all is well.
 */
import { useEffect, useState } from "react"
import type { ConnectionStatus, StopReason } from "@foldcast/client/connection-status"
import { m } from "@foldcast/messages/messages"
import { Banner } from "@foldcast/ui/banner.tsx"
import { Button } from "@foldcast/ui/button.tsx"
import { VisuallyHidden } from "@foldcast/ui/visually-hidden.tsx"
import { useConnection, useRuntime, useSite } from "../../runtime/react.tsx"
import { selectSeq } from "../site/selectors.ts"
import { isLost } from "./reachability.ts"

/** Milliseconds the good news stays. */
const CAUGHT_UP_MS = 5_000
const SECOND_MS = 1_000

const reload = () => {
  location.reload()
}

function Countdown({
  connection,
}: {
  readonly connection: ConnectionStatus & { _tag: "Waiting" }
}) {
  const total = Math.ceil(connection.retryInMs / SECOND_MS)
  const [seconds, setSeconds] = useState(total)
  useEffect(() => {
    const timer = setInterval(() => {
      setSeconds((left) => Math.max(0, left - 1))
    }, SECOND_MS)
    return () => {
      clearInterval(timer)
    }
  }, [])
  // The numbers change each second; only the first sentence is read out.
  return (
    <>
      <VisuallyHidden>{m.connection_reconnecting()}</VisuallyHidden>
      <span aria-hidden="true">
        {seconds === 0 ? m.connection_reconnecting() : m.connection_reconnecting_in({ seconds })}
      </span>
    </>
  )
}

const STOPPED: Readonly<Record<Exclude<StopReason, "left">, () => string>> = {
  superseded: m.connection_superseded,
  protocol: m.connection_stale_build,
  refused: m.connection_stopped,
}

const BECAUSE: Readonly<
  Record<NonNullable<(ConnectionStatus & { _tag: "Waiting" })["because"]>, () => string>
> = {
  storageFull: m.connection_storage_full,
  busy: m.connection_busy,
}

/** The number of events that came after the connection was lost, for a while after it is back. */
const useCaughtUp = (connection: ConnectionStatus): number | null => {
  const seq = useSite(selectSeq)
  const [lostAt, setLostAt] = useState<number | null>(null)
  const [missed, setMissed] = useState<number | null>(null)
  if (isLost(connection) && lostAt === null) {
    setLostAt(seq)
    setMissed(null)
  }
  if (connection._tag === "Live" && lostAt !== null) {
    setLostAt(null)
    setMissed(Math.max(0, seq - lostAt))
  }
  useEffect(() => {
    if (missed === null) return
    const timer = setTimeout(() => {
      setMissed(null)
    }, CAUGHT_UP_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [missed])
  return missed
}

export function ConnectionNotice() {
  const connection = useConnection()
  const runtime = useRuntime()
  const missed = useCaughtUp(connection)
  const retry = <Button onPress={runtime.reconnect}>{m.connection_retry_now()}</Button>
  const reloadButton = <Button onPress={reload}>{m.connection_reload()}</Button>

  switch (connection._tag) {
    case "Offline":
      return <Banner tone="warning">{m.connection_offline()}</Banner>
    case "Waiting":
      return (
        <Banner tone="warning" action={retry}>
          {connection.because === undefined ? (
            <Countdown key={connection.attempt} connection={connection} />
          ) : (
            BECAUSE[connection.because]()
          )}
        </Banner>
      )
    case "Stopped":
      return connection.reason === "left" ? null : (
        <Banner tone="warning" action={reloadButton}>
          {STOPPED[connection.reason]()}
        </Banner>
      )
    case "Connecting":
      return connection.attempt > 1 ? (
        <Banner tone="warning">{m.connection_reconnecting()}</Banner>
      ) : null
    case "Idle":
    case "CatchingUp":
    case "Live":
      if (missed === null) return null
      return (
        <Banner tone="success">
          {missed === 0 ? m.connection_back() : m.connection_caught_up({ count: missed })}
        </Banner>
      )
  }
}
