'use client'

import { useState, type ReactNode, type ToggleEvent } from 'react'
import { useTexts } from '@/components/texts'

/** Opens the QR code of a link, for the user's phone. If the code fails to load, opening it again tries again. */
export function PhoneRow({ linkId, summary }: { linkId: string; summary: ReactNode }) {
  const t = useTexts()
  const [content, setContent] = useState<ReactNode>(null)

  async function handleToggle({ currentTarget: row }: ToggleEvent<HTMLDetailsElement>) {
    setContent(null)
    if (!row.open) return
    const fail = () =>
      setContent(
        <p role="alert" className="p-3 text-sm">
          {t('wallet.unavailable.text')}
        </p>,
      )
    try {
      const { PhoneCode } = await import('./phone-code')
      if (row.open) setContent(<PhoneCode linkId={linkId} onError={fail} />)
    } catch {
      fail()
    }
  }

  return (
    <details className="noscript:hidden" onToggle={(event) => void handleToggle(event)}>
      {summary}
      {content}
    </details>
  )
}
