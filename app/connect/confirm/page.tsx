import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { signOut } from '@/app/signin/actions'
import { Account } from '@/components/connect/account'
import { ConfirmPanel } from '@/components/connect/confirm-panel'
import { Explanation } from '@/components/connect/explanation'
import { NothingToConnect } from '@/components/connect/nothing-to-connect'
import { Alert } from '@/components/ui/alert'
import { Card } from '@/components/ui/card'
import { OpenInWallet } from '@/components/wallet/open-in-wallet'
import { UnlessWalletHere } from '@/components/wallet/unless-wallet-here'
import { requireUser } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { holdOf } from '@/lib/connect/request-hold'
import { subnetUserId } from '@/lib/connect/subnet-user-id'
import { parseWalletAddress } from '@/lib/connect/wallet-address'
import { isOnPhone, walletApps } from '@/lib/connect/wallet-links'
import { connectMessages } from '@/lib/messages/connect'
import { cancelAction, confirmAction, openInWalletAction, proofMessageAction } from './actions'

export const metadata: Metadata = { title: connectMessages.confirm.title }

/** The page with the Connect button ("Connect flow", step 3). */
export default async function ConfirmPage({ searchParams }: PageProps<'/connect/confirm'>) {
  const user = await requireUser('/connect/confirm')
  const hold = await holdOf(user.id)
  const { service, subnetUserId: subnetUserIdOptions, walletProof } = config()
  const account = <Account name={user.name} signOut={signOut} />

  const locked = user.walletAddress === undefined ? null : parseWalletAddress(user.walletAddress)
  if (hold && locked && !locked.ok) {
    return (
      <Card title={connectMessages.confirm.title}>
        <Alert tone="danger" title={connectMessages.confirm.lockedWalletUnusable} />
        {account}
      </Card>
    )
  }
  return (
    <ConfirmPanel
      requestId={hold?.requestId ?? null}
      lockedAddress={locked?.ok ? locked.address : null}
      isProofRequired={walletProof === 'required'}
      profileUrl={service.profileUrl}
      nothingHeld={
        <NothingToConnect profileUrl={service.profileUrl} isCancelled={(await searchParams).cancelled !== undefined} />
      }
      account={account}
      explanation={
        <Explanation
          plainIdentifier={subnetUserIdOptions.format === 'plain' ? subnetUserId(user.id, subnetUserIdOptions) : null}
        />
      }
      openInWallet={
        hold &&
        isOnPhone((await headers()).get('user-agent')) && (
          <UnlessWalletHere>
            <OpenInWallet requestId={hold.requestId} apps={walletApps} openInWallet={openInWalletAction} />
          </UnlessWalletHere>
        )
      }
      confirmAction={confirmAction}
      proofMessageAction={proofMessageAction}
      cancelAction={cancelAction}
    />
  )
}
