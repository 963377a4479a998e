import type { ComponentProps } from 'react'
import { createPortal } from 'react-dom'
import { useAtLoad } from '@/components/ui/at-load'
import { IconBetween } from './wallet-card'

/** Puts the icon between the marks, which the server renders. */
export function WalletMark(props: ComponentProps<typeof IconBetween>) {
  const between = useAtLoad(() => document.querySelector('[data-between]'))
  return between && createPortal(<IconBetween {...props} />, between)
}
