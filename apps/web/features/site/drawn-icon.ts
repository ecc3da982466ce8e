/**
 * What the build makes an icon of lucide-react with (tools/site/drawn-icons.ts): the same element as the package's own
 * component, whose parts are put together once and not at every rendering. It knows what the site gives an icon: a
 * size, class names and attributes.
 */
import { type ComponentProps, createElement } from "react"

/** As the modules of the package write it. */
export interface IconData {
  readonly name: string
  readonly node: ReadonlyArray<readonly [tag: string, attributes: Readonly<Record<string, string>>]>
  readonly aliases?: ReadonlyArray<string>
}

interface IconProps extends ComponentProps<"svg"> {
  readonly size?: number
}

/** @internal The build alone imports it. */
export const drawnIcon = ({ name, node, aliases = [] }: IconData) => {
  const lines = node.map(([tag, attributes]) => createElement(tag, attributes))
  const names = ["lucide", ...[name, ...aliases].map((each) => `lucide-${each}`)].join(" ")
  return function Icon({ size = 24, className, ...rest }: IconProps) {
    return createElement(
      "svg",
      {
        xmlns: "http://www.w3.org/2000/svg",
        width: size,
        height: size,
        viewBox: "0 0 24 24",
        fill: "none",
        stroke: "currentColor",
        strokeWidth: 2,
        strokeLinecap: "round",
        strokeLinejoin: "round",
        className: className === undefined ? names : `${names} ${className}`,
        "aria-hidden": "true",
        ...rest,
      },
      lines,
    )
  }
}
