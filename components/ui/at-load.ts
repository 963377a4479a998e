import { useSyncExternalStore } from 'react'

/** A value that does not change after the page's load. Null on the server. */
export function useAtLoad<Value>(read: () => Value): Value | null {
  return useSyncExternalStore(never, read, () => null)
}

const never = () => () => {}

type Storage = 'localStorage' | 'sessionStorage'

const atLoad: Record<string, string> = {}

/** What the browser had stored when the page loaded. Empty if that is nothing. */
export function storedAtLoad(storage: Storage, key: string): string {
  try {
    return (atLoad[key] ??= globalThis[storage].getItem(key) ?? '')
  } catch {
    return ''
  }
}

export function store(storage: Storage, key: string, value: string): void {
  try {
    globalThis[storage].setItem(key, value)
  } catch {
    // Some browsers have no storage.
  }
}
