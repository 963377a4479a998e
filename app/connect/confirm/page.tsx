import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { signOut } from '@/app/signin/actions'
import { Account } from '@/components/connect/account'
import { connectBrowserTexts } from '@/components/connect/browser-texts'
import { ConnectPage } from '@/components/connect/connect-page'
import { OwnLinkWarning, WhatIsTold } from '@/components/connect/explanation'
import { EarlyWallets } from '@/components/wallet/early-wallets'
import { requireUser, type User } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { linksOf } from '@/lib/connect/hold-cookie'
import { connectPageState, type PageContext } from '@/lib/connect/page-state'
import { subnetUserId } from '@/lib/connect/subnet-user-id'
import { parseWalletAddress } from '@/lib/connect/wallet-address'
import { isMobileDevice, walletApps } from '@/lib/connect/wallet-links'
import { walletIds } from '@/lib/wallets'
import { TextsProvider } from '@/components/texts'
import { WhoAsks } from '@/components/connect/who-asks'
import { requestLanguage, requestTexts, textsForBrowser } from '@/lib/skin/texts'
import { brand, iconUrl, skinUrl } from '@/lib/skin'
import { policyNonce } from '@/lib/request/security-headers'
import { cancelAction, chooseAction, confirmAction, openInWalletAction, undoAction } from './actions'

export async function generateMetadata(): Promise<Metadata> {
  // Nobody's program makes a preview of it: it asks for a login.
  return { title: (await requestTexts())('confirm.title'), openGraph: null, twitter: null }
}

const actions = { confirm: confirmAction, choose: chooseAction, cancel: cancelAction, undo: undoAction }

/** The page with the Connect button ("Connect flow", step 3). */
export default async function ConfirmPage() {
  const user = await requireUser('/connect/confirm')
  const { service, subnetUserId: subnetUserIdOptions, walletProof } = config()
  const now = Date.now()
  const state = connectPageState(await linksOf(user.id), {
    userId: user.id,
    lockedWallet: lockedWalletOf(user),
    proof: walletProof,
    now,
  })
  const requestHeaders = await headers()
  const t = await requestTexts()
  const { name: site, service: serviceName, supportUrl } = brand()
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
        warning={<OwnLinkWarning t={t} />}
        told={
          <WhatIsTold
            t={t}
            plainIdentifier={subnetUserIdOptions.format === 'plain' ? subnetUserId(user.id, subnetUserIdOptions) : null}
          />
        }
        openIn={
          isMobileDevice(requestHeaders.get('user-agent'))
            ? walletApps(walletIds).map(({ id, name }) => ({ id, name }))
            : []
        }
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
