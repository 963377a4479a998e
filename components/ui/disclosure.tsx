'use client'

import { useState, type ReactNode } from 'react'

/** A part of the page that is opened by a press, and that is not in the page before. */
export function Disclosure({
  className,
  summary,
  summaryClassName,
  children,
}: {
  className: string
  summary: ReactNode
  summaryClassName: string
  children: ReactNode
}) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className={className} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className={summaryClassName}>{summary}</summary>
      {isOpen && children}
    </details>
  )
}
