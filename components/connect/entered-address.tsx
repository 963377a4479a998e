'use client'

import type { ReactNode } from 'react'
import { useAtLoad } from '@/components/ui/use-at-load'
import { typedBefore } from './typed-address'

/** The typed address of an ended link, to be copied to the next one. */
export default function EnteredAddress({ typedKey, label }: { typedKey: string; label: ReactNode }) {
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
