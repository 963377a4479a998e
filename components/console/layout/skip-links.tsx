'use client'

import { useConsoleTexts } from '@/components/texts'

/** What the first presses of Tab lead to: past the bar and the pages, and into the first table where there is one. */
export function SkipLinks() {
  const t = useConsoleTexts()
  const focusRows = () => document.querySelector<HTMLElement>('main tbody')?.focus()
  return (
    <div className="skip-links">
      <a href="#content">{t('controls.skip.content')}</a>
      <button type="button" onClick={focusRows} className="noscript:hidden">
        {t('controls.skip.table')}
      </button>
    </div>
  )
}
