/** The preview of the visitor's own camera before anything is sent, with who will see it, or why there is no camera. */
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { Checkbox } from "@foldcast/ui/checkbox.tsx"
import { SelectField } from "@foldcast/ui/select-field.tsx"
import { Spinner } from "@foldcast/ui/spinner.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { SiteDialog } from "../../site/site-window.tsx"
import type { CameraProblem } from "./cam-back-state.ts"
import type { OwnCamera } from "./own-camera.ts"
import { SelfView } from "./self-view.tsx"
import type { OwnCamBack } from "./use-cam-back.ts"

const PROBLEMS: Readonly<Record<CameraProblem, () => string>> = {
  forbidden: m.camback_forbidden,
  noCamera: m.camback_no_camera,
  inUse: m.camback_in_use,
  unsupported: m.camback_unsupported,
  failed: m.camback_failed,
}

function Choices({
  camera,
  sound,
  session,
}: Pick<OwnCamBack, "sound" | "session"> & { readonly camera: OwnCamera }) {
  const { devices, device } = camera
  return (
    <>
      {devices.length > 1 && (
        <SelectField
          label={m.camback_choose()}
          options={devices.map(({ id, label }, index) => ({
            value: id,
            text: label === "" ? m.camback_unnamed({ number: index + 1 }) : label,
          }))}
          value={device}
          onChange={session.open}
        />
      )}
      <Checkbox
        isSelected={sound === "on" || sound === "asking"}
        onChange={(isOn) => void session.setSound(isOn)}
      >
        {m.camback_sound()}
      </Checkbox>
      <p role="status">{sound === "refused" && m.camback_sound_refused()}</p>
    </>
  )
}

function What({ phase, camera }: Pick<OwnCamBack, "phase" | "camera">) {
  if (camera !== null) return <SelfView stream={camera.stream} label={m.camback_preview()} />
  return (
    <p className="cam-back-window__told" role="status">
      {phase._tag === "Asking" && (
        <>
          <Spinner />
          <TextRun>{m.camback_asking()}</TextRun>
        </>
      )}
      {phase._tag === "Blocked" && <TextRun>{PROBLEMS[phase.problem]()}</TextRun>}
    </p>
  )
}

export function CamBackWindow({ name, own }: { readonly name: string; readonly own: OwnCamBack }) {
  const { phase, camera, sound, session } = own
  return (
    <SiteDialog
      layer="camBack"
      isOpen
      onClose={session.stop}
      title={m.camback_title({ name })}
      closeLabel={m.receipt_close()}
      closesOutside={false}
    >
      <div className="stream-window cam-back-window">
        <p>{m.camback_only({ name })}</p>
        <What phase={phase} camera={camera} />
        {camera !== null && <Choices camera={camera} sound={sound} session={session} />}
        <div className="actions__row">
          {phase._tag === "Preview" && (
            <Button
              variant="primary"
              autoFocus
              isPending={sound === "asking"}
              onPress={session.start}
            >
              {m.camback_go()}
            </Button>
          )}
          {phase._tag === "Blocked" && phase.problem !== "unsupported" && (
            <Button
              variant="primary"
              autoFocus
              onPress={() => {
                session.open()
              }}
            >
              {m.camback_again()}
            </Button>
          )}
          <Button onPress={session.stop}>{m.camback_cancel()}</Button>
        </div>
      </div>
    </SiteDialog>
  )
}
