'use client'

import { Component, type ReactNode } from 'react'

/**
 * A part of a server-rendered page that a script takes over. If its script fails, the part becomes the HTML that the
 * server has sent. The forms of that HTML work without a script, and `noscript:` hides what needs one.
 */
export class Island extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}
  /**
   * The HTML of the server, because React creates this object before it changes the page. It is missing on the server,
   * and on a page that a script has made.
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
