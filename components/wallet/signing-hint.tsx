import type { UserTexts } from '@/lib/messages/user-texts'

/** What else a user can do when a wallet has not signed. A hardware wallet behind it can be the reason. */
export function SigningHint({
  t,
  problem,
  isRequired,
}: {
  t: UserTexts
  problem: string
  /** Whether a signature is required. */
  isRequired: boolean
}) {
  return (
    <>
      {/* The text about `cannot_sign` names hardware wallets itself. */}
      {problem !== 'cannot_sign' && <span>{t('wallet.hardwareHint')}</span>}{' '}
      {!isRequired && <span>{t('wallet.connectUnsignedHint')}</span>}
    </>
  )
}
