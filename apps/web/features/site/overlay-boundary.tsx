/** Catches a dialog that could not be fetched or failed while shown: the page behind it stays as it is. */
import { Component, type ReactNode, Suspense } from "react"
import { m } from "@foldcast/messages/messages"
import { Banner } from "@foldcast/ui/banner.tsx"
import { Button } from "@foldcast/ui/button.tsx"

interface Props {
  readonly children: ReactNode
}

export class OverlayBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return <Suspense fallback={null}>{this.props.children}</Suspense>
    return (
      <div className="site-notices">
        <Banner
          tone="danger"
          action={
            <Button
              onPress={() => {
                location.reload()
              }}
            >
              {m.connection_reload()}
            </Button>
          }
        >
          {m.error_page_other()}
        </Banner>
      </div>
    )
  }
}
