'use client'

import { searchIcon } from '@/components/console/shared/icons'
import { useRouter } from 'next/navigation'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useConsoleTexts } from '@/components/texts'
import { announce } from '@/components/ui/announcer'
import { Icon } from '@/components/ui/icon'
import { searchId } from '@/lib/console/layout/search-id'
import type { Suggestion } from '@/lib/console/layout/suggestions'
import type { ConsolePageLink } from '@/lib/console/shared/pages'
import { typedId } from '@/lib/console/shared/typed-id'

/** The same limit as in `readSearchText`, which only runs on the server. */
const maxLength = 200

/**
 * The search for any ID, wallet address or support code. It suggests pages, earlier look-ups and matches for the text.
 * Without scripts it is a plain form. The browser loads the suggestions at the first use.
 *
 * @param pages - the pages that the staff member may open.
 */
export function SearchField({ pages }: { pages: readonly ConsolePageLink[] }) {
  const t = useConsoleTexts()
  const router = useRouter()
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [suggestions, setSuggestions] = useState<readonly Suggestion[]>([])
  const [active, setActive] = useState(-1)

  useEffect(() => {
    function focusSearch(event: globalThis.KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey, target } = event
      const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
      const isSlash = key === '/' && !ctrlKey && !metaKey && !isTyping && document.body.dataset.slash !== 'off'
      if (altKey || !(isSlash || (key.toLowerCase() === 'k' && (ctrlKey || metaKey)))) return
      event.preventDefault()
      const popover = document.getElementById(searchId)
      // On a narrow screen it is behind a button.
      if (popover && !popover.checkVisibility()) popover.showPopover()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', focusSearch)
    return () => document.removeEventListener('keydown', focusSearch)
  }, [])

  const typedText = () => typedId(field.current?.value ?? '')

  async function suggest() {
    const text = typedText()
    const { suggestionsFor } = await import('@/lib/console/layout/suggestions')
    // The text has changed meanwhile.
    if (text !== typedText()) return
    const found = suggestionsFor(text, t, pages)
    setSuggestions(found)
    setActive(-1)
    if (text !== '') announce(t('controls.search.count', { count: found.length }))
  }

  function close() {
    setSuggestions([])
    setActive(-1)
  }

  async function choose({ url, text }: Suggestion) {
    close()
    field.current?.blur()
    document.getElementById(searchId)?.hidePopover()
    if (text !== null) (await import('@/lib/console/layout/suggestions')).remember(text)
    router.push(url)
  }

  function press(event: KeyboardEvent) {
    const { length } = suggestions
    const chosen = suggestions[active]
    if (event.key === 'Escape' && length > 0) {
      event.preventDefault()
      close()
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      void choose(chosen)
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && length > 0) {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      // -1 is the field itself.
      setActive((now) => ((now + 1 + step + length + 1) % (length + 1)) - 1)
    }
  }

  return (
    <form
      action="/console/search"
      autoComplete="off"
      className="relative"
      onSubmit={() => {
        const text = typedText()
        if (text) void import('@/lib/console/layout/suggestions').then(({ remember }) => remember(text))
      }}
    >
      <label htmlFor={`${searchId}-field`} className="sr-only">
        {t('controls.search.label')}
      </label>
      <Icon path={searchIcon} className="pointer-events-none absolute inset-y-0 start-2.5 my-auto size-4 text-muted" />
      <input
        ref={field}
        id={`${searchId}-field`}
        type="search"
        name="q"
        required
        maxLength={maxLength}
        placeholder={t('controls.search.placeholder')}
        aria-keyshortcuts="Control+K Meta+K /"
        aria-autocomplete="list"
        aria-controls={suggestions.length > 0 ? listId : undefined}
        aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        onFocus={() => void suggest()}
        onInput={() => void suggest()}
        onBlur={close}
        onKeyDown={press}
        className="min-h-9 w-full rounded-skin border border-control-line bg-page ps-8 pe-3 text-sm text-text placeholder:text-muted"
      />
      {suggestions.length > 0 && (
        <div id={listId} role="listbox" aria-label={t('controls.search.suggestions')} className="search-list">
          {suggestions.map(({ url, title, hint }, index) => (
            <div
              key={url}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              tabIndex={-1}
              // Keeps the focus in the field, so that the list stays until the button is released.
              onMouseDown={(event) => event.preventDefault()}
              onMouseUp={({ button }) => {
                const chosen = suggestions[index]
                if (chosen && button === 0) void choose(chosen)
              }}
            >
              <span className="truncate">{title}</span>
              <span className="shrink-0 text-xs text-muted">{hint}</span>
            </div>
          ))}
        </div>
      )}
    </form>
  )
}
