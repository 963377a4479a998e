'use client'

import { useEffect, useRef } from 'react'
import { announce } from '@/components/ui/announcer'

/** The URL of the last rendered announcements, and their subjects. React may mount them again for another state of a page. */
let shown = { url: '', subjects: new Set<string>() }

/** Announces the text for a new subject `of`. With `isNews`, also when a page opens, which otherwise says its title. */
export function Announcement({ text, of = text, isNews = false }: { text: string; of?: string; isNews?: boolean }) {
  const announced = useRef<string>(null)
  // At each rendering, so that `shown` has every subject of a page.
  useEffect(() => {
    const here = window.location.pathname + window.location.search
    const { url, subjects } = shown
    const isFirst = announced.current === null
    const isOfSamePage = url !== here && url.split('?', 1)[0] === window.location.pathname
    if (isFirst ? isNews || (isOfSamePage && !subjects.has(of)) : announced.current !== of) announce(text)
    announced.current = of
    // After the other announcements of this page have read it.
    queueMicrotask(() => {
      if (shown.url !== here) shown = { url: here, subjects: new Set() }
      shown.subjects.add(of)
    })
  })
  return null
}
