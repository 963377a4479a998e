import type { Ref } from 'react'
import { Alert } from '@/components/ui/alert'
import { walletMessages } from '@/lib/messages/wallet'
import type { WalletProblem } from './wallet-problem'

const messages = walletMessages.problem

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
  return (
    <Alert ref={ref} tone="warning" title={messages[problem.kind].title(problem.wallet)}>
      {problem.kind === 'switched' && (
        <AddressList
          items={[
            [messages.switched.before, problem.before],
            [messages.switched.now, problem.now],
          ]}
        />
      )}
      {problem.kind === 'other_address' && (
        <AddressList
          items={[
            [messages.other_address.own, problem.own],
            [messages.other_address.locked, problem.locked],
          ]}
        />
      )}
      <p>
        {messages[problem.kind].text} {!isRequired && signingProblems.has(problem.kind) && messages.goOnWithout}
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
          <dd className="font-mono break-all">{walletAddress}</dd>
        </div>
      ))}
    </dl>
  )
}

const signingProblems: ReadonlySet<WalletProblem['kind']> = new Set(['not_signed', 'cannot_sign', 'wrong_signature'])
