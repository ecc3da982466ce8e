/**
 * The fallback when the error page itself fails: an English sentence and a link to the home page. It uses plain
 * elements only, because every other component may be the one that failed (SHELL-29).
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
