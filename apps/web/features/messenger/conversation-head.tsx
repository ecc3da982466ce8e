/** Whom a conversation is with, and what can be done with it (MSG-28 to MSG-31). */
import { ArrowLeft, Ellipsis } from "lucide-react"
import { useLocation, useRouter } from "@tanstack/react-router"
import { type RefObject, useRef, useState } from "react"
import type { ConversationState } from "@foldcast/contracts/private-message"
import type { ConversationItem } from "@foldcast/contracts/queries/conversations"
import { m } from "@foldcast/messages/messages"
import { IconButton } from "@foldcast/ui/icon-button.tsx"
import { Menu, MenuAction } from "@foldcast/ui/menu.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { FavouriteButton } from "../favourites/favourite-button.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { linkLocale, ROUTE_OF } from "../site/page-target.ts"
import { SiteLink } from "../site/site-link.tsx"
import { Avatar } from "./avatar.tsx"
import { DeleteConversation } from "./delete-conversation.tsx"
import type { Partner } from "./opened-conversation.ts"
import { messagesOf } from "@foldcast/folds/messages"

const useToMessenger = () => {
  const router = useRouter()
  const locale = useLocale()
  const pathname = useLocation({ select: (location) => location.pathname })
  return () => {
    const params = { locale: linkLocale(pathname, locale) }
    void router.navigate({ to: ROUTE_OF.messenger, params })
  }
}

interface ActionsProps {
  readonly item: ConversationItem
  readonly button: RefObject<HTMLButtonElement | null>
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onDelete: () => void
  /** The command that changes it. */
  readonly onSent: (commandId: string) => void
}

function Actions({ item, button, isOpen, onClose, onDelete, onSent }: ActionsProps) {
  const { send } = useRuntime()
  const toMessenger = useToMessenger()
  const set = (state: ConversationState, isOn: boolean) => {
    onSent(send({ _tag: "SetConversationState", conversationId: item.id, state, isOn }))
  }
  const entries = [
    {
      id: "unread",
      name: m.conversation_mark_unread(),
      run: () => {
        set("unread", true)
        // Who stays would read it again at once.
        toMessenger()
      },
    },
    {
      id: "favourite",
      name: item.favorite ? m.conversation_unstar() : m.conversation_star(),
      run: () => {
        set("favourite", !item.favorite)
      },
    },
    {
      id: "archived",
      name: item.archived ? m.conversation_unarchive() : m.conversation_archive(),
      run: () => {
        set("archived", !item.archived)
      },
    },
    { id: "delete", name: m.conversation_delete(), run: onDelete },
  ]
  return (
    <Menu triggerRef={button} isOpen={isOpen} onClose={onClose} label={m.conversation_actions()}>
      {entries.map(({ id, name, run }) => (
        <MenuAction key={id} id={id} onAction={run}>
          {name}
        </MenuAction>
      ))}
    </Menu>
  )
}

export interface ConversationHeadProps {
  readonly partner: Partner
  /** Undefined for a conversation that is not in the list. */
  readonly item: ConversationItem | undefined
}

export function ConversationHead({ partner, item }: ConversationHeadProps) {
  const { performerId, username, avatar, isOnline, conversationId } = partner
  const button = useRef<HTMLButtonElement>(null)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const [lastChange, setLastChange] = useState<string | null>(null)
  const refusal = useSite((state) => messagesOf(state).refusal)
  return (
    <header className="lane__head">
      <SiteLink page="messenger" className="lane__back" aria-label={m.messenger_back()}>
        <ArrowLeft size={22} aria-hidden="true" />
      </SiteLink>
      <Avatar username={username} avatar={avatar} isOnline={isOnline} />
      <div className="lane__who">
        <h1 tabIndex={-1} translate="no">
          <SiteLink page="profile-model" params={{ model: username }}>
            {username}
          </SiteLink>
        </h1>
        {isOnline !== null && (
          <p>
            <TextRun>{isOnline ? m.messenger_online() : m.messenger_away()}</TextRun>
          </p>
        )}
      </div>
      <FavouriteButton performerId={performerId} username={username} size="profile" />
      {item !== undefined && (
        <>
          <IconButton
            ref={button}
            label={m.conversation_actions()}
            aria-haspopup="menu"
            aria-expanded={isMenuOpen}
            onPress={() => {
              setMenuOpen(true)
            }}
          >
            <Ellipsis size={22} aria-hidden="true" />
          </IconButton>
          <Actions
            item={item}
            button={button}
            isOpen={isMenuOpen}
            onClose={() => {
              setMenuOpen(false)
            }}
            onDelete={() => {
              setDeleting(true)
            }}
            onSent={setLastChange}
          />
        </>
      )}
      {refusal !== null && refusal.commandId === lastChange && (
        <p className="lane__refusal" role="alert">
          <TextRun>{m.conversation_change_failed()}</TextRun>
        </p>
      )}
      {conversationId !== null && (
        <DeleteConversation
          isOpen={isDeleting}
          conversationId={conversationId}
          name={username}
          onSent={setLastChange}
          onClose={() => {
            setDeleting(false)
          }}
        />
      )}
    </header>
  )
}
