'use client'

import { useTexts } from '@/components/texts'

/**
 * What is shown in place of a page that could not be rendered. Every page loads it, in case: what `Card` and `Button`
 * would bring along is half a KB.
 */
export function Failure({ retry }: { retry: () => void }) {
  const t = useTexts()
  return (
    <main className="mx-auto grid w-full max-w-md gap-4 px-5 py-8">
      <h1>{t('failure.title')}</h1>
      <p role="alert">{t('failure.text')}</p>
      <button
        type="button"
        className="min-h-11 cursor-pointer rounded-skin bg-accent px-5 py-2.5 font-semibold text-on-accent hover:bg-accent-strong"
        onClick={retry}
      >
        {t('failure.retry')}
      </button>
    </main>
  )
}
