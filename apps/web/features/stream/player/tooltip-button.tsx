/** An icon button of the player with its name as a tooltip. */
import { IconButton, type IconButtonProps } from "@foldcast/ui/icon-button.tsx"

export function TooltipButton(props: IconButtonProps) {
  return (
    <span className="player__hint" title={props.label}>
      <IconButton {...props} />
    </span>
  )
}
