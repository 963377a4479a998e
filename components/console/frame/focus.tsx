'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useRef } from 'react'

/** Closes menus and moves the focus into a new page, as a load does. In the same page, the link keeps it. */
export function AfterNavigation() {
  const pathname = usePathname()
  const query = useSearchParams().toString()
  const shown = useRef({ pathname, query })
  const pressed = useRef<string | null>(null)

  useEffect(() => {
    const onPress = ({ target }: Event) => {
      pressed.current = target instanceof Element ? nameOf(target.closest('main a')) : null
    }
    document.addEventListener('click', onPress, true)
    return () => document.removeEventListener('click', onPress, true)
  }, [])

  useEffect(() => {
    const before = shown.current
    shown.current = { pathname, query }
    if (before.pathname === pathname && before.query === query) return undefined
    for (const open of document.querySelectorAll<HTMLElement>(':popover-open')) open.hidePopover()
    const content = document.getElementById('content')
    if (document.activeElement !== document.body || !content) return undefined
    if (before.pathname !== pathname) {
      content.focus()
      return undefined
    }
    const focusAgain = () => {
      const again = [...content.querySelectorAll('a')].find((link) => nameOf(link) === pressed.current)
      again?.focus({ preventScroll: true })
      return again !== undefined
    }
    if (focusAgain()) return undefined
    content.focus({ preventScroll: true })
    // While the server reads a list again, the links of the list are missing.
    const observer = new MutationObserver(() => {
      if (document.activeElement !== content || focusAgain()) observer.disconnect()
    })
    observer.observe(content, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [pathname, query])
  return null
}

/** Returns a link's text without the symbol for the order of a column, because the symbol changes. */
const nameOf = (link: Element | null) => link?.textContent?.replace(/[↑↓↕]/g, '').trim() ?? null

export function SkipToTable({ label }: { label: string }) {
  return (
    <button
      type="button"
      onClick={() => document.querySelector<HTMLElement>('.data-table > tbody')?.focus()}
      className="skip-link [body:not(:has(.data-table))_&]:hidden"
    >
      {label}
    </button>
  )
}
