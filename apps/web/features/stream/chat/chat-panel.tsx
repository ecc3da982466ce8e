/** The conversation: four tabs (PROFILE-05), each with its price and lines, and the message field. */
import { type LiveTab, LIVE_TABS } from "@foldcast/contracts/client-facts/live-tab"
import type { RoomState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { formatCount } from "@foldcast/messages/number-formats"
import { Tabs } from "@foldcast/ui/tabs.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useLocale } from "../../site/page-frame-context.tsx"
import { ChatEditor } from "./chat-editor.tsx"
import { ChatLog } from "./chat-log.tsx"
import { ModeIntroduction, ModeLanguage, ModePanel } from "./mode-panel.tsx"
import { noVideoText } from "../paid/no-video-text.ts"
import { unseenCount } from "./shown-lines.ts"
import { MODE_TRAITS, STREAM_MODES, type StreamMode } from "./stream-modes.ts"
import { useNoVideoReason } from "../room/use-room-video.ts"

/** Whether the mode can be bought now: not where it, or something dearer, is paid for already. */
const isOffered = (mode: StreamMode, room: RoomState | null): boolean => {
  const paidMode = room?.presence._tag === "Inside" ? room.presence.mode : "free"
  switch (mode) {
    case "freechat":
    case "chat":
      return false
    case "private":
      return paidMode === "free"
    case "vip":
      return paidMode !== "vip" && room?.vip._tag !== "Requested" && room?.vip._tag !== "Accepted"
  }
}

function TabLabel({ mode, unseen }: { readonly mode: StreamMode; readonly unseen: number }) {
  const locale = useLocale()
  const name = MODE_TRAITS[mode].name()
  if (unseen === 0) return <TextRun>{name}</TextRun>
  return (
    <>
      <TextRun>{name}</TextRun>
      <span
        className="chat__unseen tabular"
        translate="no"
        role="img"
        aria-label={m.chat_unseen({ count: formatCount(unseen, locale) })}
      >
        {unseen > 99 ? "99+" : unseen}
      </span>
    </>
  )
}

export interface ChatPanelProps {
  readonly name: string
  readonly performerId: string
  readonly room: RoomState | null
  readonly tab: LiveTab
  readonly onTab: (tab: LiveTab) => void
  readonly chatLocale: string | null
  readonly isOnline: boolean
}

export function ChatPanel({
  name,
  performerId,
  room,
  tab,
  onTab,
  chatLocale,
  isOnline,
}: ChatPanelProps) {
  const noVideo = useNoVideoReason()
  const hasLines = room !== null && room.presence._tag !== "Outside"
  const tabs = STREAM_MODES.map((mode, index) => ({
    id: mode,
    label: <TabLabel mode={mode} unseen={unseenCount(room, LIVE_TABS[index] ?? 0)} />,
    content: (
      <ModePanel
        mode={mode}
        closed={noVideo !== null && isOffered(mode, room) ? noVideoText(noVideo, name) : null}
      >
        {!hasLines && (
          <ModeIntroduction
            mode={mode}
            name={name}
            chatLocale={chatLocale}
            opens={isOnline ? null : m.mode_opens_online({ name })}
          />
        )}
        {hasLines && index === tab && (
          <>
            {/* As the room says it; the profile's own may differ. */}
            <ModeLanguage chatLocale={room.settings.chatLocale} />
            <ChatLog key={tab} name={name} performerId={performerId} tab={tab} />
          </>
        )}
      </ModePanel>
    ),
  }))
  return (
    <div className="stream-tabs chat">
      <Tabs
        label={m.mode_label({ name })}
        tabs={tabs}
        selected={tab}
        onSelect={(index) => {
          onTab(LIVE_TABS[index] ?? 0)
        }}
      />
      {hasLines && <ChatEditor name={name} performerId={performerId} room={room} tab={tab} />}
    </div>
  )
}
