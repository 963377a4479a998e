'use client'

import { useTexts } from '@/components/texts'

/**
 * In place of a page that could not be rendered. Every page loads it, so it saves the half KB of `Card` and `Button`.
 */
export function Failure({ retry }: { retry: () => void }) {
  const t = useTexts()
  return (
    <main data-area="site" className="page">
      <div data-part="card" className="card">
        <h1>{t('failure.title')}</h1>
        <p role="alert">{t('failure.text')}</p>
        <button type="button" className="button button-primary" onClick={retry}>
          {t('failure.retry')}
        </button>
      </div>
    </main>
  )
}
