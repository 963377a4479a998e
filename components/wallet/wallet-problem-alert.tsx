import type { Ref } from 'react'
import { Alert } from '@/components/ui/alert'
import { useTexts } from '@/components/texts'
import type { WalletProblem } from './wallet-problem'

/** What went wrong with the wallet, and what the user can do. */
export function WalletProblemAlert({
  ref,
  problem,
  isRequired,
}: {
  ref: Ref<HTMLDivElement>
  problem: WalletProblem
  isRequired: boolean
}) {
  const t = useTexts()
  return (
    <Alert ref={ref} tone="warning" title={t(`wallet.problem.${problem.kind}.title`, { wallet: problem.wallet })}>
      {problem.kind === 'switched' && (
        <AddressList
          items={[
            [t('wallet.addressBefore'), problem.before],
            [t('wallet.addressNow'), problem.now],
          ]}
        />
      )}
      {problem.kind === 'other_address' && (
        <AddressList
          items={[
            [t('wallet.addressInWallet'), problem.own],
            [t('wallet.addressInAccount'), problem.locked],
          ]}
        />
      )}
      <p>
        {t(`wallet.problem.${problem.kind}.text`)}{' '}
        {!isRequired && signingProblems.has(problem.kind) && t('wallet.connectUnsignedHint')}
      </p>
    </Alert>
  )
}

function AddressList({ items }: { items: [label: string, walletAddress: string][] }) {
  return (
    <dl className="grid gap-2">
      {items.map(([label, walletAddress]) => (
        <div key={label}>
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="font-mono break-all">
            <bdi dir="ltr">{walletAddress}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const signingProblems: ReadonlySet<WalletProblem['kind']> = new Set(['not_signed', 'cannot_sign', 'wrong_signature'])
