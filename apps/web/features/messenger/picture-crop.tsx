/** Chooses the part of a picture that is sent, by moving and zooming; by keyboard too. */
import { useId, useState } from "react"
import Cropper, { type Point } from "react-easy-crop"
import "react-easy-crop/react-easy-crop.css"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useDelayed } from "../site/use-delayed.ts"
import { type Area, croppedPicture } from "./picture-files.ts"
import type { ChosenPicture } from "./use-message-editor.ts"

/** Source: MSG-54. */
const DEBOUNCE_MS = 257
const MOST_ZOOM = 3

export interface PictureCropProps {
  readonly picture: HTMLCanvasElement
  readonly onAnother: () => void
  readonly onCropped: (picture: ChosenPicture) => void
  readonly onUnwritable: () => void
}

export function PictureCrop({ picture, onAnother, onCropped, onUnwritable }: PictureCropProps) {
  const zoomId = useId()
  const [image] = useState(() => picture.toDataURL("image/jpeg", 0.9))
  const [crop, setCrop] = useState<Point>({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area | null>(null)
  const settled = useDelayed(area, DEBOUNCE_MS)
  const [isWriting, setWriting] = useState(false)
  const use = async () => {
    if (area === null) return
    setWriting(true)
    const chosen = await croppedPicture(picture, area)
    if (chosen === null) onUnwritable()
    else onCropped(chosen)
  }
  return (
    <>
      <p>
        <TextRun>{m.editor_photo_crop()}</TextRun>
      </p>
      <div className="picture-window__crop">
        <Cropper
          image={image}
          crop={crop}
          zoom={zoom}
          maxZoom={MOST_ZOOM}
          aspect={picture.width / picture.height}
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(_, pixels) => {
            setArea(pixels)
          }}
        />
      </div>
      <label htmlFor={zoomId} className="picture-window__zoom">
        <TextRun>{m.editor_photo_zoom()}</TextRun>
        <input
          id={zoomId}
          type="range"
          min={1}
          max={MOST_ZOOM}
          step={0.05}
          value={zoom}
          onChange={({ target }) => {
            setZoom(Number(target.value))
          }}
        />
      </label>
      <div className="picture-window__choices">
        <Button
          variant="primary"
          wide
          isDisabled={area === null || settled !== area}
          isPending={isWriting}
          onPress={() => {
            void use()
          }}
        >
          {m.editor_photo_use()}
        </Button>
        <Button variant="quiet" wide onPress={onAnother}>
          {m.editor_photo_another()}
        </Button>
      </div>
    </>
  )
}
