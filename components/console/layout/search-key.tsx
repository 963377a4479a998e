'use client'

import { useEffect } from 'react'

/**
 * Ctrl+K or Cmd+K leads to the search field. A single character, like `/`, does not: who speaks to their computer would
 * press it by accident (WCAG 2.1.4).
 */
export function SearchKey({ inputId }: { inputId: string }) {
  useEffect(() => {
    function focusSearch(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      const input = document.getElementById(inputId)
      if (!(input instanceof HTMLInputElement)) return
      event.preventDefault()
      input.select()
    }
    document.addEventListener('keydown', focusSearch)
    return () => document.removeEventListener('keydown', focusSearch)
  }, [inputId])
  return null
}
