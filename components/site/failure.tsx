'use client'

import { createContext, use, type ReactNode } from 'react'
import { useTexts } from '@/components/texts'

/** The marks, which the layout renders on the server. */
export const FailureLead = createContext<ReactNode>(null)

/**
 * In place of a page that could not be rendered. Every page loads it, so it saves the half KB of `Card` and `Button`.
 */
export function Failure({ retry }: { retry: () => void }) {
  const t = useTexts()
  return (
    <main data-area="site" className="page">
      <div data-part="card" className="card">
        <div data-part="title" className="grid justify-items-center gap-3 text-center">
          {use(FailureLead)}
          <h1>{t('failure.title')}</h1>
        </div>
        <p role="alert">{t('failure.text')}</p>
        <button type="button" className="button button-primary" onClick={retry}>
          {t('failure.retry')}
        </button>
      </div>
    </main>
  )
}
