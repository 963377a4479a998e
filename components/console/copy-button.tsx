'use client'

import { useEffect, useState } from 'react'
import { announce } from '@/components/console/announcer'
import { consoleMessages } from '@/lib/messages/console'

const messages = consoleMessages.copy
const shownForMs = 2000

/**
 * Copies a text whole, however short it is shown. Without scripts it could do nothing, and is not there.
 *
 * @param what - what the text is, for the button's name: `subnet ID` makes "Copy subnet ID".
 */
export function CopyButton({ text, what }: { text: string; what: string }) {
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
      announce(messages.copied)
    } catch {
      // Browsers know no clipboard on a page without https, and may refuse it on any.
      setState('failed')
      announce(messages.failed)
    }
  }

  return (
    <>
      <button
        type="button"
        onClick={() => void copy()}
        aria-label={messages.button(what)}
        title={state === 'copied' ? messages.copied : messages.button(what)}
        className="inline-grid size-6 shrink-0 cursor-pointer place-items-center rounded text-muted hover:text-accent noscript:hidden"
      >
        <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4 fill-none stroke-current stroke-[1.5]">
          {state === 'copied' ? <path d="m3 8.5 3.5 3.5L13 4.5" /> : <path d="M5.5 5.5h7v8h-7zM3.5 10.5h-1v-8h7v1" />}
        </svg>
      </button>
      {state === 'failed' && <span className="text-sm text-danger">{messages.failed}</span>}
    </>
  )
}
