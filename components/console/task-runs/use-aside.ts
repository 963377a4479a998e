'use client'

import { useMemo, useSyncExternalStore } from 'react'
import { asideText, readAside, type Aside, type AsideKeys } from '@/lib/console/task-runs/aside'

const storageKey = 'console-task-runs-aside'
const listeners = new Set<() => void>()
/** The text instead of the browser's storage, if the browser stores nothing. It is lost with the page. */
let unkept = ''

/**
 * Returns the runs that this browser's user has set aside, and a function to change them. Empty on the server and
 * before scripts run.
 */
export function useAside(): { aside: AsideKeys; change: (changed: (aside: Aside, now: number) => Aside) => void } {
  const keys = useSyncExternalStore(subscribe, readKeys, () => '[]')
  const aside = useMemo(() => new Set(JSON.parse(keys) as string[]), [keys])
  return { aside, change }
}

/** Reads the keys as text, so that the value stays identical until something changes. */
const readKeys = () => JSON.stringify([...readAside(readText(), Date.now()).keys()])

function change(changed: (aside: Aside, now: number) => Aside): void {
  const now = Date.now()
  const text = asideText(changed(readAside(readText(), now), now))
  try {
    localStorage.setItem(storageKey, text)
  } catch {
    unkept = text
  }
  for (const listener of listeners) listener()
}

function readText(): string {
  try {
    return localStorage.getItem(storageKey) ?? unkept
  } catch {
    return unkept
  }
}

/** Subscribes to changes by this tab and by other tabs. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
