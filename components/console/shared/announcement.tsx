'use client'

import { useEffect } from 'react'
import { announce } from '@/components/ui/announcer'

/** Announces a text to screen readers when it is rendered, while the focus is elsewhere. */
export function Announcement({ text }: { text: string }) {
  useEffect(() => announce(text), [text])
  return null
}
