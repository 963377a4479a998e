import type { Metadata } from 'next'
import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { ConnectPage } from '@/components/connect/connect-page'
import { connectBrowserTexts, connectPageTitle } from '@/components/connect/page-texts'
import { formAction } from '@/components/ui/form-action'
import { Island } from '@/components/ui/island'
import { hasMark } from '@/lib/auth/cookies'
import { mayOpenConsole, requireUser, type User } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { linksOf, supportCode } from '@/lib/connect/hold-cookie'
import { isOpen } from '@/lib/connect/link'
import { connectPageState, type ConnectPageState } from '@/lib/connect/page-state'
import { subnetUserId } from '@/lib/connect/subnet-user-id'
import { parseWalletAddress } from '@/lib/connect/wallet-address'
import { connectDeepLink, signMessageDeepLink } from '@/lib/connect/deep-link'
import { otherLink, phoneCodeUrl } from '@/lib/connect/wallet-links'
import { log } from '@/lib/log'
import { lineLimit } from '@/lib/log/line-limit'
import { recordStep } from '@/lib/records'
import { correlationId } from '@/lib/request/context'
import { TextsProvider } from '@/components/texts'
import { requestBrand, requestLanguage, requestTexts, textsForBrowser } from '@/lib/skin/texts'
import { supportUrlWith } from '@/lib/skin/brand'
import { walletAppOf, walletApps, type WalletApp } from '@/lib/wallets'
import { phoneBrowserOf } from '@/lib/wallets/browsers'
import { policyNonce } from '@/lib/request/security-headers'
import { cancelAction, changeWalletAction, chooseAction, confirmAction, startAgainAction, undoAction } from './actions'

export async function generateMetadata(): Promise<Metadata> {
  // Link previews cannot load this page, because it requires a sign-in.
  return { title: connectPageTitle(await requestTexts(), (await requestState()).state), openGraph: null, twitter: null }
}

const actions = {
  confirm: formAction(confirmAction),
  choose: formAction(chooseAction),
  cancel: formAction(cancelAction),
  startAgain: formAction(startAgainAction),
  undo: formAction(undoAction),
  changeWallet: formAction(changeWalletAction),
}

const requestState = cache(async () => {
  const user = await requireUser('/connect/confirm')
  const now = Date.now()
  const links = await linksOf(user.id)
  const lockedWallet = user.walletAddress === undefined ? null : parseWalletAddress(user.walletAddress)
  const state = connectPageState(links, { lockedWallet, proof: config().walletProof, now })
  const isNothing = state.kind === 'nothing_held' && (state.because === 'none' || state.because === 'done')
  if (isNothing && mayOpenConsole(user) && hasMark(await cookies(), 'just-signed-in')) redirect('/console')
  const link = links.filter((one) => isOpen(one, now)).find(({ id }) => 'linkId' in state && id === state.linkId)
  recordDeadEnd(state, user)
  return { user, now, state, link }
})

const lines = lineLimit('more pages without a way on')

function recordDeadEnd(state: ConnectPageState, { id: userId }: User): void {
  if (state.kind === 'nothing_held' && state.because === 'none') {
    lines.write(() => log().info({ event: 'nothing to connect' }), { once: userId })
  }
  if (state.kind !== 'wallet_unusable') return
  const { requestId, linkCode } = state
  const hint = 'the login sends an address that is not base58 of 32 bytes: correct it in the user’s account'
  lines.write(() => log().error({ event: 'wallet claim invalid', requestId, hint }), { once: `${userId} ${requestId}` })
  recordStep({ step: 'form_refused', reason: 'invalid_wallet_claim', requestId, linkCode, userId })
}

/** The page with the Connect button ("Connect flow", step 3). */
export default async function ConfirmPage() {
  const { user, now, state, link } = await requestState()
  const { app, service, subnetUserId: identifier } = config()
  const { origin } = app
  const requestHeaders = await headers()
  const t = await requestTexts()
  const brand = await requestBrand()
  const code = (await supportCode(async () => user.id)) ?? correlationId()
  const language = await requestLanguage()
  const phone = phoneBrowserOf(requestHeaders.get('user-agent'))
  const apps = walletApps(phone && state.kind === 'form' ? brand.wallets : [])
  const chosen = state.kind === 'app' ? walletAppOf(state.app.id) : undefined
  const linkTo = (app: WalletApp, url: string | null | undefined) =>
    url ? { url, otherUrl: otherLink(app, url, phone?.system) } : null
  return (
    <TextsProvider {...textsForBrowser(language, ...connectBrowserTexts(state))}>
      <Island>
        <ConnectPage
          t={t}
          state={state}
          now={now}
          profileUrl={service.profileUrl}
          supportUrl={supportUrlWith(brand, code)}
          code={code}
          actions={actions}
          brand={brand}
          plainIdentifier={identifier.format === 'plain' ? subnetUserId(user.id, identifier) : null}
          apps={apps.map((app) => ({
            id: app.id,
            name: app.name,
            connect: linkTo(app, link && connectDeepLink(app, { origin, link })),
          }))}
          phone={phone}
          hasPhoneCode={!phone && link !== undefined && phoneCodeUrl(origin, link) !== null}
          sign={chosen && link ? linkTo(chosen, signMessageDeepLink(chosen, { origin, link })) : null}
          continueUrl={link ? `/connect/confirm/signed?link=${link.id}` : null}
          nonce={policyNonce(requestHeaders)}
        />
      </Island>
    </TextsProvider>
  )
}
