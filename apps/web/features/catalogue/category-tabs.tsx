/** Further texts about a category, as tabs below its list. */
import { m } from "@foldcast/messages/messages"
import { imageUrlAt } from "@foldcast/rules/image-url"
import { Tabs } from "@foldcast/ui/tabs.tsx"
import { ContentText } from "../site/content-text.tsx"
import type { CategoryTab } from "../category/categories.ts"

export interface CategoryTabsProps {
  readonly name: string
  readonly tabs: ReadonlyArray<CategoryTab>
}

function TabText({ title, content, image }: CategoryTab) {
  return (
    <div className="category-tabs__text">
      {image !== null && (
        <img src={imageUrlAt(image)} alt="" width={400} height={300} loading="lazy" />
      )}
      <div>
        <h2>{title}</h2>
        <p>
          <ContentText text={content} />
        </p>
      </div>
    </div>
  )
}

/** A single text has no tab list. */
export function CategoryTabs({ name, tabs }: CategoryTabsProps) {
  const [first] = tabs
  if (first === undefined) return null
  return (
    <section className="category-tabs">
      {tabs.length === 1 ? (
        <TabText {...first} />
      ) : (
        <Tabs
          label={m.category_tabs({ name })}
          tabs={tabs.map((text, index) => ({
            id: String(index),
            label: text.tab,
            content: <TabText {...text} />,
          }))}
        />
      )}
    </section>
  )
}
