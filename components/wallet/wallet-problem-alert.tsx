import type { Ref } from 'react'
import { Alert } from '@/components/ui/alert'
import type { WalletProblem } from '@/components/wallet/wallet-problem'
import { walletMessages } from '@/lib/messages/wallet'

const messages = walletMessages.problem

/** What went wrong with the wallet, and how to go on. */
export function WalletProblemAlert({
  ref,
  problem,
  isRequired,
}: {
  ref: Ref<HTMLDivElement>
  problem: WalletProblem
  isRequired: boolean
}) {
  return (
    <Alert ref={ref} tone="warning" title={messages[problem.kind].title(problem.wallet)}>
      {problem.kind === 'switched' && (
        <Addresses
          of={[
            [messages.switched.before, problem.before],
            [messages.switched.now, problem.now],
          ]}
        />
      )}
      {problem.kind === 'other_address' && (
        <Addresses
          of={[
            [messages.other_address.own, problem.own],
            [messages.other_address.locked, problem.locked],
          ]}
        />
      )}
      <p>{messages[problem.kind].text}</p>
      {!isRequired && isAboutSigning.has(problem.kind) && <p>{messages.goOnWithout}</p>}
    </Alert>
  )
}

function Addresses({ of }: { of: [label: string, address: string][] }) {
  return (
    <dl className="grid gap-2">
      {of.map(([label, address]) => (
        <div key={label}>
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="font-mono break-all">{address}</dd>
        </div>
      ))}
    </dl>
  )
}

const isAboutSigning: ReadonlySet<WalletProblem['kind']> = new Set(['not_signed', 'cannot_sign', 'wrong_signature'])
