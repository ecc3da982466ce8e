/**
 * What is left where even the error page fails: an English sentence and a link home, of nothing but
 * elements, because whatever else there is may be what failed (SHELL-29).
 */
"use no memo"

import { Component, type ReactNode } from "react"

interface Props {
  readonly children: ReactNode
}

export class ErrorFallback extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <div lang="en" role="alert">
        <h1>Something went wrong</h1>
        <p>
          <span>This page could not be shown. </span>
          <a href="/">Go to the home page</a>
        </p>
      </div>
    )
  }
}
