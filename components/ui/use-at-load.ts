'use client'

import { useSyncExternalStore } from 'react'

/** Returns a value that does not change after the page has loaded. Null on the server, where it is unknown. */
export function useAtLoad<Value>(read: () => Value): Value | null {
  return useSyncExternalStore(never, read, () => null)
}

const never = () => () => {}
