import type { ReactNode, Ref } from 'react'
import { Alert } from '@/components/ui/alert'
import { useTexts } from '@/components/texts'
import { SigningHint } from './signing-hint'
import type { WalletProblem } from './wallet-problem'

/** A problem with the wallet and its remedy. */
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
    <>
      <Alert ref={ref} tone="warning" title={t(`wallet.problem.${problem.kind}.title`, { wallet: problem.wallet })}>
        <p>
          <span>{t(`wallet.problem.${problem.kind}.text`, { wallet: problem.wallet })}</span>{' '}
          {signingProblems.has(problem.kind) && <SigningHint t={t} problem={problem.kind} isRequired={isRequired} />}
        </p>
      </Alert>
      {/* Outside of the alert, because a screen reader would immediately read every character of the addresses. */}
      {problem.kind === 'switched' && (
        <dl className="grid gap-2">
          <LabelledAddress label={t('wallet.addressBefore')} address={problem.before} />
          <LabelledAddress label={t('wallet.addressNow')} address={problem.now} />
        </dl>
      )}
      {problem.kind === 'other_address' && (
        <dl className="grid gap-2">
          <LabelledAddress label={t('wallet.addressInWallet')} address={problem.own} />
          <LabelledAddress label={t('wallet.addressInAccount')} address={problem.locked} />
        </dl>
      )}
    </>
  )
}

function LabelledAddress({ label, address }: { label: ReactNode; address: string }) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-mono text-sm break-all">
        <bdi dir="ltr" translate="no">
          {address}
        </bdi>
      </dd>
    </div>
  )
}

const signingProblems: ReadonlySet<WalletProblem['kind']> = new Set(['not_signed', 'cannot_sign', 'wrong_signature'])
