'use client'

import { useEffect, useState } from 'react'
import { announce } from './announcer'
import { buttonClasses, type ButtonLook } from './button'
import { copyIcon, Icon, successIcon } from './icon'

const shownForMs = 2000

const iconClasses =
  'copy inline-grid size-6 shrink-0 cursor-pointer place-items-center rounded-small align-middle text-muted hover:text-accent noscript:hidden pointer-coarse:size-8'

/**
 * Copies a text, shows that for two seconds, and announces it or the refusal of the browser.
 *
 * @param label - names the button: "Copy subnet ID".
 * @param look - of a button with the label, in place of an icon.
 */
export function CopyButton({
  text,
  label,
  copied,
  notCopied,
  look,
}: Record<'text' | 'label' | 'copied' | 'notCopied', string> & { look?: ButtonLook | undefined }) {
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

  const shown = state === 'copied' ? copied : label
  return (
    <>
      <button
        type="button"
        onClick={() => void copy()}
        aria-label={look ? undefined : label}
        title={state === 'copied' ? copied : undefined}
        className={look ? buttonClasses(look) : iconClasses}
      >
        {look ? shown : <Icon path={state === 'copied' ? successIcon : copyIcon} className="size-4" />}
      </button>
      {state === 'failed' && <span className="text-sm text-danger">{notCopied}</span>}
    </>
  )
}
