'use client'

import { useSyncExternalStore, type ReactNode } from 'react'
import { typedBefore } from './typed-address'

/** The address that was typed for a link that has ended, to be copied to the next one. */
export default function EnteredAddress({ typedKey, label }: { typedKey: string; label: ReactNode }) {
  const address = useSyncExternalStore(
    never,
    () => typedBefore(typedKey),
    () => '',
  )
  if (address === '') return null
  return (
    <p className="text-sm">
      <span className="text-muted">{label}</span>{' '}
      <bdi dir="ltr" translate="no" className="font-mono break-all select-all">
        {address}
      </bdi>
    </p>
  )
}

/** What was typed does not change any more. */
const never = () => () => {}
