'use client'

import { useEffect, useState } from 'react'
import { announce } from './announcer'
import { buttonClasses } from './button'
import { copyIcon, Icon, successIcon } from './icon'

const shownForMs = 2000

const iconClasses =
  'copy inline-grid size-6 shrink-0 cursor-pointer place-items-center rounded-small align-middle text-muted hover:text-accent noscript:hidden pointer-coarse:size-8'

/** Copies a text, shows that for two seconds, and announces it or the refusal of the browser. */
export function useCopy(text: string, copied: string, notCopied: string) {
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
      announce(copied)
    } catch {
      // The clipboard needs https, and a browser may still refuse it.
      setState('failed')
      announce(notCopied)
    }
  }

  return { state, copy: () => void copy() }
}

/**
 * @param label - names the button: "Copy subnet ID".
 * @param isMain - whether it looks like the page's primary button, in place of an icon.
 */
export function CopyButton({
  text,
  label,
  copied,
  notCopied,
  isMain = false,
}: Record<'text' | 'label' | 'copied' | 'notCopied', string> & { isMain?: boolean }) {
  const { state, copy } = useCopy(text, copied, notCopied)
  const shown = state === 'copied' ? copied : label
  return (
    <>
      <button
        type="button"
        onClick={copy}
        aria-label={isMain ? undefined : label}
        title={state === 'copied' ? copied : undefined}
        className={isMain ? buttonClasses('primary') : iconClasses}
      >
        {isMain ? shown : <Icon path={state === 'copied' ? successIcon : copyIcon} className="size-4" />}
      </button>
      {state === 'failed' && <span className="text-sm text-danger">{notCopied}</span>}
    </>
  )
}
