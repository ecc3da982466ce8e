/**
 * The lines of one tab. The list follows new lines only at its end; who reads further up stays at their line and is
 * told how many came since. New lines are read out. All lines are mounted, since not every screen reader can read a
 * virtualised list.
 */
import { ArrowDown } from "lucide-react"
import { memo, useLayoutEffect, useRef, useState } from "react"
import { type LiveTab, TAB } from "@foldcast/contracts/client-facts/live-tab"
import type { OwnLine, RoomLine } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { formatCount } from "@foldcast/messages/number-formats"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { VisuallyHidden } from "@foldcast/ui/visually-hidden.tsx"
import { sendInRoom } from "../room/send-in-room.ts"
import { useRuntime } from "../../../runtime/react.tsx"
import { useLocale } from "../../site/page-frame-context.tsx"
import { systemLineText } from "./line-texts.ts"
import { messageRefusal } from "../room/refusal-texts.ts"
import { isByHost, type ShownLine, shownLines } from "./shown-lines.ts"
import { type AnchoredScroll, useScrollAnchor } from "./use-scroll-anchor.ts"
import { useGatewaySecond } from "../../../runtime/use-gateway-second.ts"
import { useRoomOf } from "../room/use-throttled-room.ts"

/** After so long without an outcome a line counts as unconfirmed. */
const UNCONFIRMED_MS = 15_000

interface LineProps {
  readonly line: RoomLine
  readonly opensRun: boolean
  readonly name: string
}

const Line = memo(function Line({ line, opensRun, name }: LineProps) {
  const locale = useLocale()
  if (line._tag !== "Said") {
    return (
      <li className={`chat__line chat__line--system chat__line--${line._tag.toLowerCase()}`}>
        <TextRun>{systemLineText(line, name, locale)}</TextRun>
        {(line._tag === "Tipped" || line._tag === "ToyTipped") && line.message !== "" && (
          <q dir="auto">{line.message}</q>
        )}
      </li>
    )
  }
  const isPrivate = line.recipient !== "room" && !line.isOwn
  const isHosts = isByHost(line)
  return (
    <li className="chat__line" data-own={line.isOwn || undefined} data-host={isHosts || undefined}>
      {opensRun && (
        <span className="chat__from">
          <bdi translate={line.isOwn ? undefined : "no"}>
            {line.isOwn ? m.chat_you() : line.from}
          </bdi>
          {isHosts && <VisuallyHidden>{m.chat_host_line()}</VisuallyHidden>}
          {isPrivate && <small>{m.chat_private_line()}</small>}
        </span>
      )}
      <span className="chat__text" dir="auto">
        {line.message}
      </span>
    </li>
  )
})

function Unsent({
  line,
  name,
  performerId,
}: {
  readonly line: OwnLine
  readonly name: string
  readonly performerId: string
}) {
  const runtime = useRuntime()
  const { dispatch } = runtime
  const { commandId, at, message, messageType, failure } = line
  const isUnconfirmed = useGatewaySecond() - at > UNCONFIRMED_MS
  const discard = () => {
    dispatch({ _tag: "OwnLineDiscarded", commandId })
  }
  return (
    <li
      className="chat__line"
      data-own
      data-failed={failure !== null || isUnconfirmed || undefined}
    >
      <span className="chat__text" dir="auto">
        {message}
      </span>
      {failure === null && !isUnconfirmed ? (
        <small>{m.chat_sending()}</small>
      ) : (
        <span className="chat__failure" role="alert">
          <TextRun>
            {failure === null ? m.chat_unconfirmed() : messageRefusal(failure, name)}
          </TextRun>
          <Button
            variant="link"
            onPress={() => {
              discard()
              sendInRoom(runtime, { _tag: "SendRoomMessage", performerId, message, messageType })
            }}
          >
            {m.chat_retry()}
          </Button>
          <Button variant="link" onPress={discard}>
            {m.chat_delete()}
          </Button>
        </span>
      )}
    </li>
  )
}

/** An erased line keeps the key of the line whose place it takes, so that it does not count as new. */
const KIND_BEFORE = { message: "Said", tip: "Tipped", toyTip: "ToyTipped" } as const

const keyOf = (shown: ShownLine): string => {
  if (shown._tag === "Own") return shown.line.commandId
  const { line } = shown
  return `${line._tag === "Erased" ? KIND_BEFORE[line.what] : line._tag}-${line.id}`
}

export interface ChatLogProps {
  readonly name: string
  readonly performerId: string
  readonly tab: LiveTab
  /** Whether what it is stands above it. */
  readonly isIntroduced: boolean
}

/** Follows new lines at the list's end, and counts those that came while somebody reads further up. */
const useMissedLines = (lines: ReadonlyArray<ShownLine>, own: number, place: AnchoredScroll) => {
  const [missed, setMissed] = useState(0)
  const count = lines.length
  const last = lines.at(-1)
  const lastKey = last === undefined ? "" : keyOf(last)
  const before = useRef({ lastKey, own })
  useLayoutEffect(() => {
    const was = before.current
    before.current = { lastKey, own }
    if (count === 0) {
      // An empty list is not measured: that would force a layout of the page while the video starts.
      place.begin()
      setMissed(0)
      return
    }
    const isOwn = own > was.own
    // The visitor's own line is always scrolled to.
    if (place.isAtEnd() || isOwn) {
      place.toEnd()
      if (was.lastKey !== lastKey || isOwn) setMissed(0)
      return
    }
    place.keep()
    if (was.lastKey !== lastKey) {
      const from = lines.findLastIndex((shown) => keyOf(shown) === was.lastKey)
      setMissed((sum) => sum + lines.length - 1 - from)
    }
  }, [lines, lastKey, own, count, place])
  return {
    missed,
    toEnd: () => {
      place.toEnd()
      setMissed(0)
    },
    scrolled: () => {
      if (place.scrolled()) setMissed(0)
    },
  }
}

/** In private and VIP: what they are, before the first line. */
const EMPTY_TEXTS: Readonly<Record<LiveTab, (inputs: { readonly name: string }) => string>> = {
  [TAB.public]: m.chat_empty,
  [TAB.private]: m.mode_private_text,
  [TAB.all]: m.chat_empty,
  [TAB.vip]: m.mode_vip_text,
}

export function ChatLog({ name, performerId, tab, isIntroduced }: ChatLogProps) {
  const locale = useLocale()
  const room = useRoomOf(performerId)
  const list = useRef<HTMLDivElement>(null)
  const items = useRef<HTMLOListElement>(null)
  const lines = shownLines(room, tab)
  const place = useScrollAnchor(list, items)
  const { missed, toEnd, scrolled } = useMissedLines(lines, room?.outgoing.length ?? 0, place)
  return (
    <div className="chat__frame">
      {lines.length === 0 && !isIntroduced && (
        <p className="chat__empty">
          <TextRun>{EMPTY_TEXTS[tab]({ name })}</TextRun>
        </p>
      )}
      <div
        ref={list}
        className="chat__log"
        role="log"
        aria-label={m.chat_log()}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={scrolled}
      >
        <ol ref={items} className="chat__lines">
          {lines.map((shown) =>
            shown._tag === "Own" ? (
              <Unsent key={keyOf(shown)} line={shown.line} name={name} performerId={performerId} />
            ) : (
              <Line key={keyOf(shown)} line={shown.line} opensRun={shown.opensRun} name={name} />
            ),
          )}
        </ol>
      </div>
      {missed > 0 && (
        <Button
          className="chat__pill"
          aria-label={m.chat_to_bottom({ count: formatCount(missed, locale) })}
          onPress={toEnd}
        >
          <ArrowDown size={16} aria-hidden="true" />
          {m.chat_new_lines({ count: formatCount(missed, locale) })}
        </Button>
      )}
    </div>
  )
}
