'use client'

import { useEffect, useRef } from 'react'
import { announce } from '@/components/ui/announcer'

/**
 * Announces a text to screen readers when it changes, while the focus is elsewhere.
 *
 * @param of - what the text is about: it is announced when this changes, whatever else does. Default: the text.
 * @param isNews - the text is announced when it is rendered for the first time, too. The title says it of a new page.
 */
export function Announcement({ text, of = text, isNews = false }: { text: string; of?: string; isNews?: boolean }) {
  const announced = useRef(isNews ? null : of)
  useEffect(() => {
    if (announced.current !== of) announce(text)
    announced.current = of
  }, [text, of])
  return null
}
