'use client'

import { Component, type ReactNode } from 'react'

/**
 * A part of a server-rendered page that a script takes over. If its script fails, the part becomes the HTML that the
 * server has sent. The forms of that HTML work without a script, and `noscript:` hides what needs one.
 */
export class Island extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null }
  /** React creates this object before it changes the page. */
  readonly html = typeof document === 'undefined' ? '' : (document.querySelector('[data-island]')?.innerHTML ?? '')

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null)
      return (
        <div data-island className="contents">
          {this.props.children}
        </div>
      )
    // A script, not the server, has made the page.
    if (this.html === '') throw error
    return <div data-island="failed" className="contents" dangerouslySetInnerHTML={{ __html: this.html }} />
  }
}
