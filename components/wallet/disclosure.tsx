'use client'

import { useState, type ReactNode } from 'react'

/**
 * A row that opens a part of the page, which the server renders.
 *
 * @param props.failure - replaces the content if an image in it fails to load. Opening it again tries again.
 */
export function Disclosure(props: { className: string; summary: ReactNode; failure: ReactNode; children: ReactNode }) {
  const [content, setContent] = useState<ReactNode>(null)
  return (
    <details
      className={props.className}
      onToggle={({ currentTarget }) => setContent(currentTarget.open && props.children)}
      onErrorCapture={() => setContent(props.failure)}
    >
      <summary className="wallet-row">{props.summary}</summary>
      {content}
    </details>
  )
}
