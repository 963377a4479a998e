'use client'

import { useSyncExternalStore } from 'react'

/** A value that does not change after the page's load. Null on the server. */
export function useAtLoad<Value>(read: () => Value): Value | null {
  return useSyncExternalStore(never, read, () => null)
}

const never = () => () => {}
