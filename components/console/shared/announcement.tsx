'use client'

import { useEffect, useRef } from 'react'
import { announce } from '@/components/ui/announcer'

/** The address at which announcements were rendered last: React may mount them anew for another state of a page. */
let shown = ''

/**
 * Announces a text to screen readers when it changes, while the focus is elsewhere.
 *
 * @param of - what the text is about: it is announced when this changes, whatever else does. Default: the text.
 * @param isNews - the text is announced when it is rendered for the first time, too. The title says it of a new page.
 */
export function Announcement({ text, of = text, isNews = false }: { text: string; of?: string; isNews?: boolean }) {
  const announced = useRef<string>(null)
  useEffect(() => {
    const here = window.location.pathname + window.location.search
    const isFirst = announced.current === null
    const isOfSamePage = shown !== here && shown.split('?', 1)[0] === window.location.pathname
    if (isFirst ? isNews || isOfSamePage : announced.current !== of) announce(text)
    announced.current = of
    // After the others of this page have looked at it.
    queueMicrotask(() => (shown = here))
  }, [text, of, isNews])
  return null
}
