/** The conversation: a tab for each way to talk (PROFILE-05), with its price and lines, and the message field. */
import type { LiveTab } from "@foldcast/contracts/client-facts/live-tab"
import { paidModeOf } from "@foldcast/folds/paid-for"
import type { RoomState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { Tabs } from "@foldcast/ui/tabs.tsx"
import { ChatEditor } from "./chat-editor.tsx"
import { ChatLog } from "./chat-log.tsx"
import { ModeIntroduction, ModeLanguage, ModePanel, ModePitch } from "./mode-panel.tsx"
import { ModeTabLabel } from "./mode-tab-label.tsx"
import { noVideoText } from "../paid/no-video-text.ts"
import { RoomNotes } from "./room-notes.tsx"
import { RecoveryBoundary } from "../../site/recovery-boundary.tsx"
import { unseenCount } from "./shown-lines.ts"
import { MODE_TRAITS, modeOfTab, STREAM_MODES, type StreamMode } from "./stream-modes.ts"
import { useNoVideoReason } from "../room/use-room-video.ts"

/** Whether the mode can be bought now: not where it, or something dearer, is paid for already. */
const isOffered = (mode: StreamMode, room: RoomState | null): boolean => {
  const paidMode = paidModeOf(room)
  switch (mode) {
    case "freechat":
      return false
    case "private":
      return paidMode === null
    case "vip":
      if (room?.dialIn === true) return false
      return paidMode !== "vip" && room?.vip._tag !== "Requested" && room?.vip._tag !== "Accepted"
  }
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
  const shown = modeOfTab(tab)
  const tabs = STREAM_MODES.map((mode) => ({
    id: mode,
    label: <ModeTabLabel mode={mode} unseen={unseenCount(room, MODE_TRAITS[mode].tab)} />,
    content: (
      <ModePanel
        mode={mode}
        closed={noVideo !== null && isOffered(mode, room) ? noVideoText(noVideo, name) : null}
        isPriced={!hasLines}
      >
        {!hasLines && (
          <ModeIntroduction
            mode={mode}
            name={name}
            chatLocale={chatLocale}
            opens={isOnline ? null : m.mode_opens_online({ name })}
          />
        )}
        {hasLines && mode === shown && (
          <>
            {isOffered(mode, room) && (
              <ModePitch mode={mode} name={name} hasPrice={noVideo === null} />
            )}
            {/* As the room says it; the profile's own may differ. */}
            <ModeLanguage chatLocale={room.settings.chatLocale} />
            <ChatLog
              key={mode}
              name={name}
              performerId={performerId}
              tab={tab}
              isIntroduced={isOffered(mode, room)}
            />
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
        selected={STREAM_MODES.indexOf(shown)}
        onSelect={(index) => {
          onTab(MODE_TRAITS[STREAM_MODES[index] ?? "freechat"].tab)
        }}
      />
      {hasLines && (
        <RecoveryBoundary>
          <RoomNotes name={name} room={room} tab={tab} />
        </RecoveryBoundary>
      )}
      {hasLines && <ChatEditor name={name} performerId={performerId} room={room} tab={tab} />}
    </div>
  )
}
