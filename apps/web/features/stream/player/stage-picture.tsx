/** The poster: the picture of the performer's card in the stage's shape, or else their cover. */
import { useState } from "react"
import type { PerformerProfile } from "@foldcast/contracts/queries/performers"
import { m } from "@foldcast/messages/messages"
import { liftedPicture } from "../../performers/lifted-picture.ts"
import { PerformerPicture } from "../../performers/performer-picture.tsx"

export function StagePicture({ profile }: { readonly profile: PerformerProfile }) {
  const [under] = useState(liftedPicture.address)
  const { username: name, cover, picture, nonude } = profile
  return (
    <PerformerPicture
      picture={picture ?? cover}
      nonude={nonude}
      username={name}
      shape="wide"
      when="first"
      alt={m.stage_picture({ name })}
      className="stage-box__picture"
      under={under}
    />
  )
}
