/** The emoji to choose from, by group and by search, in the page's language. Escape closes it. */
import { type EmojiData, EmojiPicker as Picker } from "frimousse"
import { type ComponentType, useId } from "react"
import { m } from "@foldcast/messages/messages"
import { useLayer } from "../site/use-layer.ts"
import { useLocale } from "../site/page-frame-context.tsx"

const COLUMNS = 8

export interface EmojiPickerProps {
  readonly onPick: (emoji: string) => void
  readonly onClose: () => void
}

/** `names`: of one language, as `npm run emoji` writes them. */
export const emojiPickerOf = (names: unknown): ComponentType<EmojiPickerProps> => {
  const resolve = () => names as EmojiData
  return function EmojiPicker({ onPick, onClose }: EmojiPickerProps) {
    const locale = useLocale()
    useLayer(`emoji-${useId()}`, true, onClose)
    return (
      <Picker.Root
        className="emoji"
        role="dialog"
        aria-label={m.editor_emoji()}
        // The library changes its texts in their places (ADR 0047).
        translate="no"
        locale={locale}
        columns={COLUMNS}
        resolveEmojiData={resolve}
        onEmojiSelect={({ emoji }) => {
          onPick(emoji)
        }}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return
          event.stopPropagation()
          onClose()
        }}
      >
        <Picker.Search
          className="ui-field__input emoji__search"
          aria-label={m.editor_emoji_search()}
          placeholder={m.editor_emoji_search()}
          autoFocus
        />
        <Picker.Viewport className="emoji__viewport">
          <Picker.Loading className="emoji__none">{m.editor_emoji_loading()}</Picker.Loading>
          <Picker.Empty className="emoji__none">{m.editor_emoji_none()}</Picker.Empty>
          <Picker.List
            className="emoji__list"
            components={{
              CategoryHeader: ({ category, ...rest }) => (
                <div {...rest} className="emoji__group">
                  {category.label}
                </div>
              ),
              Emoji: ({ emoji, ...rest }) => (
                <button
                  {...rest}
                  type="button"
                  className="emoji__button"
                  data-active={emoji.isActive || undefined}
                  translate="no"
                >
                  {emoji.emoji}
                </button>
              ),
            }}
          />
        </Picker.Viewport>
      </Picker.Root>
    )
  }
}
