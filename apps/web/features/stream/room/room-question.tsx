/**
 * A question in a room. The answer that changes nothing is first and has the focus; Escape and a step back in the
 * history give it.
 */
import { AlertDialog } from "@foldcast/ui/alert-dialog.tsx"
import { Button } from "@foldcast/ui/button.tsx"
import { useLayer } from "../../site/use-layer.ts"

interface Answer {
  readonly label: string
  readonly onPress: () => void
}

export interface RoomQuestionProps {
  /** Its name among the layers over the page. */
  readonly layer: string
  readonly isOpen: boolean
  readonly title: string
  readonly text: string
  readonly stay: Answer
  readonly go: Answer
  /** Which answer stands out. */
  readonly loud: "stay" | "go"
}

export function RoomQuestion({ layer, isOpen, title, text, stay, go, loud }: RoomQuestionProps) {
  useLayer(layer, isOpen, stay.onPress)
  const look = (answer: RoomQuestionProps["loud"]) => (answer === loud ? "primary" : "secondary")
  return (
    <AlertDialog isOpen={isOpen} title={title} onEscape={stay.onPress}>
      <div className="stream-window">
        <p>{text}</p>
        <div className="actions__row">
          <Button variant={look("stay")} autoFocus onPress={stay.onPress}>
            {stay.label}
          </Button>
          <Button variant={look("go")} onPress={go.onPress}>
            {go.label}
          </Button>
        </div>
      </div>
    </AlertDialog>
  )
}
