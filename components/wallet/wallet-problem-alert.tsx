import type { Ref } from 'react'
import { Alert } from '@/components/ui/alert'
import { useTexts } from '@/components/texts'
import type { SimpleFailure } from '@/lib/wallets/errors'

/** A problem with a wallet. Each kind has its own message for the user. */
export type WalletProblem =
  | { kind: 'switched'; wallet: string; before: string; now: string }
  | { kind: 'other_address'; wallet: string; own: string; locked: string }
  | { kind: SimpleFailure; wallet: string }

/** A problem with the wallet and its remedy. */
export function WalletProblemAlert({ ref, problem }: { ref: Ref<HTMLDivElement>; problem: WalletProblem }) {
  const t = useTexts()
  const { kind, wallet } = problem
  return (
    <>
      <Alert ref={ref} tone="warning" title={t(`wallet.problem.${kind}.title`, { wallet })}>
        <p>
          <span>{t(`wallet.problem.${kind}.text`, { wallet })}</span>{' '}
          {(kind === 'not_signed' || kind === 'wrong_signature') && <span>{t('wallet.hardwareHint')}</span>}
        </p>
      </Alert>
      {/* Outside of the alert, because a screen reader would immediately read every character of the addresses. */}
      <dl className="grid gap-2 empty:hidden">
        {addressesOf(problem).map(([label, address]) => (
          <div key={label}>
            <dt className="text-sm text-muted">{t(label)}</dt>
            <dd className="font-mono text-xs break-all">
              <bdi dir="ltr" translate="no">
                {address}
              </bdi>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function addressesOf(problem: WalletProblem) {
  if (problem.kind === 'switched') {
    return [['wallet.addressBefore', problem.before] as const, ['wallet.addressNow', problem.now] as const]
  }
  return problem.kind === 'other_address'
    ? [['wallet.addressInWallet', problem.own] as const, ['wallet.addressInAccount', problem.locked] as const]
    : []
}
