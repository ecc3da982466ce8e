/**
 * Chooses the picture of a message: a file by its picker, dropped or pasted, or what the camera shows; then its part. It
 * is refused by its kind and size before anything is sent (MSG-53 to MSG-59, ERR-37, ERR-38).
 */
import { Camera, ImagePlus } from "lucide-react"
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { SiteDialog } from "../site/site-window.tsx"
import { PictureCrop } from "./picture-crop.tsx"
import { hasCamera, readPicture, takeSnapshot } from "./picture-files.ts"
import { pictureFault } from "./upload-attachment.ts"
import type { ChosenPicture } from "./use-message-editor.ts"

export interface PictureWindowProps {
  readonly isOpen: boolean
  /** What was pasted or dropped beside the text; null where the window was opened by its button. */
  readonly brought: File | null
  readonly onClose: () => void
  readonly onChosen: (picture: ChosenPicture) => void
}

type Step =
  | { readonly _tag: "Choose"; readonly fault: (() => string) | null }
  | { readonly _tag: "Camera" }
  | { readonly _tag: "Crop"; readonly picture: HTMLCanvasElement }

const FAULTS = { type: m.image_not_allowed, size: m.image_too_big } as const

/** Undefined until it is known. */
const useCameraFound = (isOpen: boolean): boolean | undefined => {
  const [isFound, setFound] = useState<boolean>()
  useEffect(() => {
    if (!isOpen) return
    let isStale = false
    const look = async () => {
      const found = await hasCamera()
      if (!isStale) setFound(found)
    }
    void look()
    return () => {
      isStale = true
    }
  }, [isOpen])
  return isFound
}

const WANTED = { width: { ideal: 1_280 }, height: { ideal: 960 } }

function CameraView({
  video,
  onBlocked,
}: {
  readonly video: RefObject<HTMLVideoElement | null>
  readonly onBlocked: () => void
}) {
  const blocked = useRef(onBlocked)
  useEffect(() => {
    let stream: MediaStream | null = null
    let isOver = false
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    const begin = async () => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: WANTED })
        if (isOver) stop()
        else if (video.current !== null) video.current.srcObject = stream
      } catch {
        if (!isOver) blocked.current()
      }
    }
    void begin()
    return () => {
      isOver = true
      stop()
    }
  }, [video])
  return <video ref={video} className="picture-window__camera" autoPlay muted playsInline />
}

interface ChooseProps {
  readonly fault: (() => string) | null
  readonly isCameraFound: boolean | undefined
  readonly onFile: (file: File) => void
  readonly onCamera: () => void
}

function Choose({ fault, isCameraFound, onFile, onCamera }: ChooseProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <p>
        <TextRun>{m.editor_photo_rules()}</TextRun>
      </p>
      {fault !== null && (
        <p className="editor__note" role="alert">
          <TextRun>{fault()}</TextRun>
        </p>
      )}
      <div className="picture-window__choices">
        <input
          ref={input}
          type="file"
          accept=".jpg,.jpeg"
          hidden
          onChange={({ target }) => {
            const [file] = target.files ?? []
            target.value = ""
            if (file !== undefined) onFile(file)
          }}
        />
        <Button
          variant="primary"
          wide
          autoFocus
          onPress={() => {
            input.current?.click()
          }}
        >
          <ImagePlus size={20} aria-hidden="true" />
          {m.editor_photo_choose()}
        </Button>
        <Button wide isDisabled={isCameraFound !== true} onPress={onCamera}>
          <Camera size={20} aria-hidden="true" />
          {m.editor_photo_take()}
        </Button>
      </div>
      {isCameraFound === false && (
        <p className="picture-window__note">
          <TextRun>{m.editor_photo_no_camera()}</TextRun>
        </p>
      )}
    </>
  )
}

const CHOOSE: Step = { _tag: "Choose", fault: null }

export function PictureWindow({ isOpen, brought, onClose, onChosen }: PictureWindowProps) {
  const [step, setStep] = useState<Step>(CHOOSE)
  const video = useRef<HTMLVideoElement>(null)
  const isCameraFound = useCameraFound(isOpen)
  /** A picture that is read after the window closed is not the next opening's. */
  const opening = useRef(0)
  const close = () => {
    opening.current += 1
    setStep(CHOOSE)
    onClose()
  }
  const take = async (file: File) => {
    const { current } = opening
    const wrong = pictureFault(file)
    if (wrong !== null) {
      setStep({ _tag: "Choose", fault: FAULTS[wrong] })
      return
    }
    const picture = await readPicture(file)
    if (opening.current !== current) return
    setStep(
      picture === null
        ? { _tag: "Choose", fault: m.editor_photo_unreadable }
        : { _tag: "Crop", picture },
    )
  }
  const takeBrought = useEffectEvent((file: File) => {
    void take(file)
  })
  useEffect(() => {
    if (isOpen && brought !== null) takeBrought(brought)
  }, [isOpen, brought])
  return (
    <SiteDialog
      layer="message-picture"
      isOpen={isOpen}
      onClose={close}
      title={m.editor_photo_title()}
      closeLabel={m.editor_close()}
    >
      <div
        className="picture-window"
        onDragOver={(event) => {
          event.preventDefault()
        }}
        onDrop={(event) => {
          event.preventDefault()
          const [file] = event.dataTransfer.files
          if (file !== undefined) void take(file)
        }}
        onPaste={({ clipboardData }) => {
          const [file] = clipboardData.files
          if (file !== undefined) void take(file)
        }}
      >
        {step._tag === "Choose" && (
          <Choose
            fault={step.fault}
            isCameraFound={isCameraFound}
            onFile={(file) => {
              void take(file)
            }}
            onCamera={() => {
              setStep({ _tag: "Camera" })
            }}
          />
        )}
        {step._tag === "Camera" && (
          <>
            <CameraView
              video={video}
              onBlocked={() => {
                setStep({ _tag: "Choose", fault: m.editor_photo_camera_blocked })
              }}
            />
            <Button
              variant="primary"
              wide
              autoFocus
              onPress={() => {
                const { current } = video
                if (current === null || current.videoWidth === 0) return
                setStep({ _tag: "Crop", picture: takeSnapshot(current) })
              }}
            >
              {m.editor_photo_snap()}
            </Button>
          </>
        )}
        {step._tag === "Crop" && (
          <PictureCrop
            picture={step.picture}
            onAnother={() => {
              setStep(CHOOSE)
            }}
            onCropped={(chosen) => {
              setStep(CHOOSE)
              onChosen(chosen)
            }}
            onUnwritable={() => {
              setStep({ _tag: "Choose", fault: m.image_too_big })
            }}
          />
        )}
      </div>
    </SiteDialog>
  )
}
