import { Account } from '@/components/connect/account'
import { ConnectPage } from '@/components/connect/connect-page'
import { Consent, SharedData } from '@/components/connect/explanation'
import { WhoAsks } from '@/components/connect/who-asks'
import { Home } from '@/components/site/home'
import { SignedIn, SignIn } from '@/components/signin/sign-in'
import { TextsProvider } from '@/components/texts'
import { EarlyWallets } from '@/components/wallet/early-wallets'
import type { PhoneWalletApp } from '@/components/wallet/wallet-app-rows'
import type { FormAction } from '@/components/ui/form-action'
import type { UserTexts } from '@/lib/messages/user-texts'
import type { TextsInBrowser } from '@/lib/messages/texts'
import { supportUrlWith, type Brand } from '@/lib/skin/brand'
import { ExampleWallet } from './example-wallet'
import { exampleCode, exampleUser, type Example } from './examples'
import { FailureExample } from './failure-example'
import { Still } from './still'
import { WalletExample } from './wallet-example'

interface ExamplePageProps {
  t: UserTexts
  /** The texts that the example needs in the browser. */
  texts: TextsInBrowser
  example: Exclude<Example, { kind: 'document' }>
  /** Milliseconds since the epoch. */
  now: number
  nonce: string | undefined
  brand: Brand
  icons: Record<'site' | 'service', string | null>
  profileUrl: string
  walletApps: readonly PhoneWalletApp[]
  /** The action of every button. */
  action: FormAction
}

/** An example of a page for users. It uses the same components as the page. */
export function ExamplePage(props: ExamplePageProps) {
  return (
    <TextsProvider {...props.texts}>
      <Still nonce={props.nonce} />
      <Content {...props} />
    </TextsProvider>
  )
}

function Content(props: ExamplePageProps) {
  const { t, texts, example, brand, icons, profileUrl, action } = props
  switch (example.kind) {
    case 'home':
      return <Home t={t} name={brand.name} profileUrl={profileUrl} />
    case 'failure':
      return <FailureExample />
    case 'sign_in':
      return (
        <SignIn
          t={t}
          texts={texts}
          purpose="connect"
          whoAsks={
            <WhoAsks
              site={{ name: brand.name, iconUrl: icons.site }}
              service={{ name: brand.service, iconUrl: icons.service }}
            />
          }
          action={action}
          provider={brand.name}
          hasProvider={example.login !== 'demo'}
          siteLink={null}
          isDemo={example.login !== 'oidc'}
          callbackUrl="/"
          failure={example.failure ?? null}
          supportUrl={supportUrlWith(brand, exampleCode)}
          isSignedOut={example.isSignedOut === true}
          signOutUrl="/"
          isNameRefused={example.isNameRefused === true}
          refusedName={example.isNameRefused ? 'x'.repeat(90) : ''}
        />
      )
    case 'signed_in':
      return <SignedIn t={t} name={exampleUser} nextPath="/" signOut={action} />
    case 'wallet':
      return <WalletExample state={example.state} />
    case 'connect':
      return <ConnectExample {...props} example={example} />
  }
}

function ConnectExample({
  t,
  example: { state, show },
  now,
  nonce,
  brand,
  icons,
  profileUrl,
  walletApps,
  action,
}: ExamplePageProps & { example: Extract<Example, { kind: 'connect' }> }) {
  return (
    <>
      {show === 'wallet_in_browser' && <ExampleWallet nonce={nonce} />}
      {(state.kind === 'form' || state.kind === 'app') && <EarlyWallets nonce={nonce} />}
      <ConnectPage
        t={t}
        state={state}
        now={now}
        profileUrl={profileUrl}
        supportUrl={supportUrlWith(brand, exampleCode)}
        code={exampleCode}
        actions={{
          confirm: action,
          choose: action,
          cancel: action,
          startAgain: action,
          undo: action,
          changeWallet: action,
        }}
        whoAsks={
          <WhoAsks
            site={{ name: brand.name, iconUrl: icons.site }}
            service={{ name: brand.service, iconUrl: icons.service }}
          />
        }
        account={<Account t={t} name={exampleUser} signOut={action} />}
        sharedData={<SharedData t={t} plainIdentifier={show === 'plain_id' ? 'ada-lovelace-1815' : null} />}
        consent={brand.consent.length > 0 && <Consent parts={brand.consent} />}
        wallets={brand.wallets}
        apps={show === 'wallet_apps' ? walletApps : []}
        reopen={null}
        hasPhoneCode
        sign={{ url: '#', otherUrl: '#' }}
        continueUrl={null}
      />
    </>
  )
}
