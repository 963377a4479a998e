'use client'

import type { ReactNode } from 'react'
import { useAtLoad } from '@/components/ui/use-at-load'

/*
 * Stores in this tab the address that a user has typed for a link. Otherwise it would be lost when the user changes the
 * language or signs out, or when the link ends.
 */

let atLoad: string | undefined

/** Returns the stored address at page load. Empty if there was none, or if the browser stores nothing. */
export function typedBefore(key: string): string {
  try {
    atLoad ??= sessionStorage.getItem(key) ?? ''
  } catch {
    atLoad = ''
  }
  return atLoad
}

export function keepTypedAddress(key: string, address: string): void {
  try {
    sessionStorage.setItem(key, address)
  } catch {
    // Without storage, the address is lost.
  }
}

/** The typed address of an ended link, to be copied to the next one. */
export function EnteredAddress({ typedKey, label }: { typedKey: string; label: ReactNode }) {
  const address = useAtLoad(() => typedBefore(typedKey))
  if (!address) return null
  return (
    <p className="text-sm">
      <span className="text-muted">{label}</span>{' '}
      <bdi dir="ltr" translate="no" className="font-mono break-all select-all">
        {address}
      </bdi>
    </p>
  )
}
