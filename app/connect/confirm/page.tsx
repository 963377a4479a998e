import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { cache } from 'react'
import { signOut } from '@/app/signin/actions'
import { Account } from '@/components/connect/account'
import { connectBrowserTexts } from '@/components/connect/browser-texts'
import { ConnectPage } from '@/components/connect/connect-page'
import { connectPageTitle } from '@/components/connect/page-title'
import { Consent, WhatIsTold } from '@/components/connect/explanation'
import { EarlyWallets } from '@/components/wallet/early-wallets'
import { requireUser, type User } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { linksOf } from '@/lib/connect/hold-cookie'
import { connectPageState, type PageContext } from '@/lib/connect/page-state'
import { subnetUserId } from '@/lib/connect/subnet-user-id'
import { parseWalletAddress } from '@/lib/connect/wallet-address'
import { isMobileDevice, walletApps } from '@/lib/connect/wallet-links'
import { TextsProvider } from '@/components/texts'
import { WhoAsks } from '@/components/connect/who-asks'
import { requestBrand, requestLanguage, requestTexts, textsForBrowser } from '@/lib/skin/texts'
import { iconUrl, skinUrl } from '@/lib/skin'
import { policyNonce } from '@/lib/request/security-headers'
import { cancelAction, chooseAction, confirmAction, openInWalletAction, startAgainAction, undoAction } from './actions'

export async function generateMetadata(): Promise<Metadata> {
  // Nobody's program makes a preview of it: it asks for a login.
  return { title: connectPageTitle(await requestTexts(), (await requestState()).state), openGraph: null, twitter: null }
}

const actions = {
  confirm: confirmAction,
  choose: chooseAction,
  cancel: cancelAction,
  startAgain: startAgainAction,
  undo: undoAction,
}

/** What the page shows to the user of the current request. */
const requestState = cache(async () => {
  const user = await requireUser('/connect/confirm')
  const now = Date.now()
  const context = { userId: user.id, lockedWallet: lockedWalletOf(user), proof: config().walletProof, now }
  return { user, now, state: connectPageState(await linksOf(user.id), context) }
})

/** The page with the Connect button ("Connect flow", step 3). */
export default async function ConfirmPage() {
  const { user, now, state } = await requestState()
  const { service, subnetUserId: subnetUserIdOptions } = config()
  const requestHeaders = await headers()
  const t = await requestTexts()
  const { name: site, service: serviceName, supportUrl, consent, wallets } = await requestBrand()
  const language = await requestLanguage()
  return (
    <TextsProvider {...textsForBrowser(language, ...connectBrowserTexts(state))}>
      {state.kind === 'form' && <EarlyWallets nonce={policyNonce(requestHeaders)} />}
      <ConnectPage
        t={t}
        state={state}
        now={now}
        profileUrl={service.profileUrl}
        supportUrl={supportUrl}
        actions={actions}
        whoAsks={
          <WhoAsks
            site={{ name: site, iconUrl: iconUrl() }}
            service={{ name: serviceName, iconUrl: skinUrl('service.svg') }}
          />
        }
        account={<Account t={t} name={user.name} signOut={signOut} />}
        told={
          <WhatIsTold
            t={t}
            plainIdentifier={subnetUserIdOptions.format === 'plain' ? subnetUserId(user.id, subnetUserIdOptions) : null}
          />
        }
        consent={consent.length > 0 && <Consent parts={consent} />}
        openIn={
          isMobileDevice(requestHeaders.get('user-agent'))
            ? walletApps(wallets).map(({ id, name }) => ({ id, name }))
            : []
        }
        wallets={wallets}
        openInWallet={openInWalletAction}
      />
    </TextsProvider>
  )
}

function lockedWalletOf({ walletAddress }: User): PageContext['lockedWallet'] {
  if (walletAddress === undefined) return null
  const parsed = parseWalletAddress(walletAddress)
  return parsed.ok ? { ok: true, address: parsed.address } : { ok: false }
}
