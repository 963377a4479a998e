import { createPortal } from 'react-dom'
import { useAtLoad } from '@/components/ui/use-at-load'
import { WalletIcon } from './wallet-row'

/**
 * Shows the icon of the chosen wallet between the marks, which the server renders.
 *
 * @param props.isAsked - it pulses while the wallet is asked.
 */
export function WalletMark({ icon, isAsked = false }: { icon: string; isAsked?: boolean }) {
  const between = useAtLoad(() => document.querySelector('[data-between]'))
  if (!between) return null
  return createPortal(
    <span data-wallet={isAsked ? 'asked' : ''}>
      <WalletIcon icon={icon} />
    </span>,
    between,
  )
}
