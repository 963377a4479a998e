'use client'

import { Component, type ReactNode } from 'react'

/**
 * A part of a server-rendered page that a script takes over. If its script fails, the part becomes the HTML that the
 * server has sent. The forms of that HTML work without a script, and `noscript:` hides what needs one.
 */
export class Island extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}
  /** React creates this object before it changes the page. On the server, and where a script has made the page, there is none. */
  readonly html = globalThis.document?.querySelector('[data-island]')?.innerHTML

  static getDerivedStateFromError = (error: unknown) => ({ error })

  override render(): ReactNode {
    const { error } = this.state
    const content = error ? { dangerouslySetInnerHTML: { __html: this.html ?? '' } } : this.props
    if (error && !this.html) throw error
    return <div data-island={error ? 'failed' : ''} className="contents" {...content} />
  }
}
