'use client'

import { useState, type ComponentProps, type ReactNode, type ToggleEvent } from 'react'

/**
 * A row that opens the QR code of a link, which the server renders.
 *
 * @param props.failure - replaces the content if an image in it fails to load. Opening it again tries again.
 */
export function Disclosure(
  props: ComponentProps<'details'> & { linkId: string; summary: ReactNode; failure: ReactNode },
) {
  const [content, setContent] = useState<ReactNode>(null)
  function handleToggle({ currentTarget: code }: ToggleEvent<HTMLDetailsElement>) {
    setContent(code.open && props.children)
    if (!code.open) return
    // Without this script, the code works all the same.
    void import('./other-parts').then(({ followPhone }) => followPhone(code, props.linkId)).catch(() => {})
  }
  return (
    <details className={props.className} onToggle={handleToggle} onErrorCapture={() => setContent(props.failure)}>
      <summary className="wallet-row">{props.summary}</summary>
      {content}
    </details>
  )
}
