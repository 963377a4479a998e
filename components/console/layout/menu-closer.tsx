'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useRef } from 'react'

/** Closes menus at Escape, at a press elsewhere and on another page, and moves the focus into a page that was opened by script. */
export function MenuCloser() {
  const pathname = usePathname()
  const query = useSearchParams().toString()

  useEffect(() => {
    const onPress = ({ target }: Event) => closeMenus((menu) => !(target instanceof Node && menu.contains(target)))
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      closeMenus((menu) => {
        // Whoever was in it goes on at its button.
        if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus()
        return true
      })
    }
    document.addEventListener('click', onPress)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('click', onPress)
      document.removeEventListener('keydown', onKey)
    }
  }, [])

  const shown = useRef({ pathname, query })
  useEffect(() => {
    const before = shown.current
    shown.current = { pathname, query }
    if (before.pathname === pathname && before.query === query) return
    // What was chosen in a menu is there.
    closeMenus((menu) => {
      if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus()
      return true
    })
    if (before.pathname === pathname) return
    document.querySelector<HTMLElement>('.rail:popover-open')?.hidePopover()
    // The link that was pressed may be gone, and the focus with it. Next announces the title of the new page.
    if (document.activeElement === document.body) document.getElementById('content')?.focus()
  }, [pathname, query])
  return null
}

function closeMenus(isToClose: (menu: HTMLDetailsElement) => boolean): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.menu[open]')) {
    if (isToClose(menu)) menu.open = false
  }
}
