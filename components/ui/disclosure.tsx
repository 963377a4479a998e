'use client'

import { useState, type ReactNode } from 'react'

/**
 * A part of the page that React renders only after a press opens it.
 *
 * @param props.failure - replaces the content if an image in it fails to load, until it is opened again.
 */
export function Disclosure({
  className,
  summary,
  summaryClassName,
  failure,
  children,
}: {
  className: string
  summary: ReactNode
  summaryClassName: string
  failure: ReactNode
  children: ReactNode
}) {
  const [content, setContent] = useState<ReactNode>(null)
  return (
    <details
      className={className}
      onToggle={({ currentTarget }) => setContent(currentTarget.open && children)}
      onErrorCapture={() => setContent(failure)}
    >
      <summary className={summaryClassName}>{summary}</summary>
      {content}
    </details>
  )
}
