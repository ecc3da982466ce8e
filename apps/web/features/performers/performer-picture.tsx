/**
 * A performer's picture in the size that its place needs, over a colour of its own until it has loaded; without a
 * picture, the first letter of the name.
 */
import { memo } from "react"
import type { Picture } from "@foldcast/contracts/queries/performers"
import type { SiteState } from "@foldcast/folds/site-state"
import { imageUrlAt } from "@foldcast/rules/image-url"
import { classNames } from "@foldcast/ui/class-names"
import { useSite } from "../../runtime/react.tsx"
import { PICTURE_SHAPES, type PictureShape, pictureSet, shownPicture } from "./shown-picture.ts"
import "./performer-picture.css"

/** Whether the visit is in no-nude mode (ROUTE-47). */
export const isNoNude = ({ visit }: SiteState): boolean => visit.started?.noNude ?? false

export interface PerformerPictureProps {
  readonly picture: Picture | null
  readonly nonude: Picture | null
  readonly username: string
  readonly shape?: PictureShape
  /** The shown width, as `sizes` of an image; not needed where the shape has one size. */
  readonly sizes?: string
  /** `first`: among the largest of the first view; `eager`: in the first view. */
  readonly when?: "first" | "eager" | "lazy"
  /** Empty where the name is shown beside it. */
  readonly alt?: string
  readonly className?: string
  /** An address of what is shown until the picture has loaded. */
  readonly under?: string | null
}

/** Memoized: a card renders with every status, its picture only when the picture changes. */
export const PerformerPicture = memo(function PerformerPicture({
  picture,
  nonude,
  username,
  shape = "card",
  sizes,
  when = "lazy",
  alt = "",
  className,
  under = null,
}: PerformerPictureProps) {
  const shown = shownPicture({ picture, nonude }, useSite(isNoNude))
  const { width, height, size } = PICTURE_SHAPES[shape]
  return (
    <span
      className={classNames("performer-picture", `performer-picture--${shape}`, className)}
      style={{
        backgroundColor: shown?.colour ?? undefined,
        backgroundImage: under === null ? undefined : `url(${JSON.stringify(under)})`,
      }}
    >
      {shown === null ? (
        <span
          className="performer-picture__letter"
          {...(alt === "" ? { "aria-hidden": true } : { role: "img", "aria-label": alt })}
        >
          {username.slice(0, 1).toUpperCase()}
        </span>
      ) : (
        <img
          src={imageUrlAt(shown.url, size)}
          srcSet={pictureSet(shown.url, shape)}
          sizes={sizes}
          width={width}
          height={height}
          alt={alt}
          loading={when === "lazy" ? "lazy" : "eager"}
          fetchPriority={when === "first" ? "high" : "auto"}
          decoding="async"
        />
      )}
    </span>
  )
})
