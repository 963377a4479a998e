'use client'

import { Component, type ReactNode } from 'react'

/**
 * A part of a page that a script takes over. If the script fails, the HTML of the server replaces the part. Its forms
 * work without a script.
 */
export class Island extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}
  /**
   * React creates this object before it changes the page. Missing on the server, and on a page that a script has made.
   */
  readonly html = globalThis.document?.querySelector('[data-island]')?.innerHTML

  static getDerivedStateFromError = (error: unknown) => ({ error })

  override render(): ReactNode {
    const { error } = this.state
    const content = error ? { dangerouslySetInnerHTML: { __html: this.html ?? '' } } : this.props
    if (error && !this.html) throw error
    return <div data-island={error ? 'failed' : ''} className="contents" {...content} />
  }
}
