'use client'

import { useEffect, useState } from 'react'
import { useConsoleTexts } from '@/components/texts'
import { announce } from './announcer'

const shownForMs = 2000

/**
 * Copies the whole of a text that may be shown shortened. It is hidden without scripts, which it needs.
 *
 * @param what - names the text: `subnet ID` makes the button "Copy subnet ID".
 */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const t = useConsoleTexts()
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready')

  useEffect(() => {
    if (state !== 'copied') return undefined
    const timer = setTimeout(() => setState('ready'), shownForMs)
    return () => clearTimeout(timer)
  }, [state])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
      announce(t('controls.copy.copied'))
    } catch {
      // The clipboard needs https, and a browser may refuse it even then.
      setState('failed')
      announce(t('controls.copy.failed'))
    }
  }

  return (
    <>
      <button
        type="button"
        onClick={() => void copy()}
        aria-label={t('controls.copy.button', { what })}
        title={state === 'copied' ? t('controls.copy.copied') : t('controls.copy.button', { what })}
        className="inline-grid size-6 shrink-0 cursor-pointer place-items-center rounded text-muted hover:text-accent noscript:hidden"
      >
        <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4 fill-none stroke-current stroke-[1.5]">
          {state === 'copied' ? <path d="m3 8.5 3.5 3.5L13 4.5" /> : <path d="M5.5 5.5h7v8h-7zM3.5 10.5h-1v-8h7v1" />}
        </svg>
      </button>
      {state === 'failed' && <span className="text-sm text-danger">{t('controls.copy.failed')}</span>}
    </>
  )
}
