'use client'

import { useSearchParams } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { useConsoleTexts } from '@/components/texts'
import { searchIcon } from '@/components/console/icons'
import { Icon } from '@/components/ui/icon'

export function SearchField({ maxLength }: { maxLength: number }) {
  const t = useConsoleTexts()
  const field = useRef<HTMLInputElement>(null)
  const searched = useSearchParams().get('q') ?? ''

  useEffect(() => {
    function focusSearch(event: KeyboardEvent) {
      const { key, code, ctrlKey, metaKey, altKey, target } = event
      const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
      const isSlash = key === '/' && !ctrlKey && !metaKey && !isTyping
      // A browser's autofill sends an event without a key, and without Ctrl. Keyboards of other alphabets have no K.
      const isCtrlK = (ctrlKey || metaKey) && (key.toLowerCase() === 'k' || (code === 'KeyK' && !/^[a-z]$/i.test(key)))
      if (altKey || !(isSlash || isCtrlK)) return
      event.preventDefault()
      const popover = field.current?.closest<HTMLElement>('[popover]')
      if (popover && !popover.checkVisibility()) popover.showPopover()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', focusSearch)
    return () => document.removeEventListener('keydown', focusSearch)
  }, [])

  return (
    <form action="/console/search" autoComplete="off" className="relative">
      <Icon path={searchIcon} className="pointer-events-none absolute inset-y-0 start-2.5 my-auto size-4 text-muted" />
      <input
        key={searched}
        ref={field}
        defaultValue={searched}
        type="search"
        name="q"
        required
        maxLength={maxLength}
        aria-label={t('controls.search.label')}
        placeholder={t('controls.search.placeholder')}
        aria-keyshortcuts="Control+K Meta+K /"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        className="min-h-9 w-full rounded-skin border border-control-line bg-page ps-8 pe-3 text-sm text-text placeholder:text-muted"
      />
    </form>
  )
}
