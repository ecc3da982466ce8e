/**
 * A button of the player that shows only an icon, with its name for who rests on it: there are many of them, and not
 * each picture says what it does.
 */
import { IconButton, type IconButtonProps } from "@foldcast/ui/icon-button.tsx"

export function TooltipButton(props: IconButtonProps) {
  return (
    <span className="player__hint" title={props.label}>
      <IconButton {...props} />
    </span>
  )
}
