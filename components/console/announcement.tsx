'use client'

import { useEffect } from 'react'
import { announce } from '@/components/console/announcer'

/** Has a screen reader say what has come, where the focus is elsewhere. */
export function Announcement({ text }: { text: string }) {
  useEffect(() => announce(text), [text])
  return null
}
