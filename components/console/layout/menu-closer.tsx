'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useRef } from 'react'

/** Closes menus on Escape, on a press outside, and when the chosen page has loaded. */
export function MenuCloser() {
  const pathname = usePathname()
  const query = useSearchParams().toString()

  useEffect(() => {
    const onPress = ({ target }: Event) => closeMenus((menu) => !(target instanceof Node && menu.contains(target)))
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      closeMenus((menu) => {
        // The focus returns to the menu's button.
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

  const address = `${pathname}?${query}`
  const shown = useRef(address)
  useEffect(() => {
    if (shown.current === address) return
    shown.current = address
    closeMenus((menu) => {
      if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus()
      return true
    })
    document.querySelector<HTMLElement>('.rail:popover-open')?.hidePopover()
  }, [address])
  return null
}

function closeMenus(isToClose: (menu: HTMLDetailsElement) => boolean): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.menu[open]')) {
    if (isToClose(menu)) menu.open = false
  }
}
