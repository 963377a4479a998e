import { ConnectPage } from '@/components/connect/connect-page'
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
import { exampleCode, exampleUser, type Example } from './examples'
import { FailureExample, WalletExample } from './browser-examples'

/** An embedded example must not take the focus, to which the browser would scroll the page around it. */
const inertIfEmbedded = `if(window!==parent)document.documentElement.inert=true`

/** A wallet that never answers, registered by the Wallet Standard. */
const exampleWallet = `(()=>{const wallet={version:"1.0.0",name:"Example Wallet",accounts:[],chains:["solana:mainnet"],
icon:"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%23777'/%3E%3C/svg%3E",
features:{"standard:connect":{connect(){return new Promise(()=>{})}},"standard:events":{on(){}},"solana:signTransaction":{}}}
addEventListener("wallet-standard:app-ready",({detail})=>detail.register(wallet))})()`

interface ExamplePageProps {
  t: UserTexts
  texts: TextsInBrowser
  example: Exclude<Example, { kind: 'document' }>
  /** Milliseconds since the epoch. */
  now: number
  nonce: string | undefined
  brand: Brand
  icons: Record<'site' | 'service', string | null>
  profileUrl: string
  walletApps: readonly PhoneWalletApp[]
  /** Of every button. */
  action: FormAction
}

/** With the same components as the page. */
export function ExamplePage(props: ExamplePageProps) {
  return (
    <TextsProvider {...props.texts}>
      <Script nonce={props.nonce} text={inertIfEmbedded} />
      <Content {...props} />
    </TextsProvider>
  )
}

function Content(props: ExamplePageProps) {
  const { t, example, brand, icons, profileUrl, action } = props
  switch (example.kind) {
    case 'home':
      return <Home t={t} name={brand.name} profileUrl={profileUrl} />
    case 'failure':
      return <FailureExample />
    case 'sign_in':
      return (
        <SignIn
          t={t}
          purpose="connect"
          whoAsks={<WhoAsks brand={brand} icons={icons} />}
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
          refusedName={example.isNameRefused ? 'x'.repeat(90) : null}
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
      {show === 'wallet_in_browser' && <Script nonce={nonce} text={exampleWallet} />}
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
          signOut: action,
        }}
        brand={brand}
        icons={icons}
        userName={exampleUser}
        plainIdentifier={show === 'plain_id' ? 'ada-lovelace-1815' : null}
        apps={show === 'wallet_apps' ? walletApps : []}
        reopen={null}
        hasPhoneCode
        sign={{ url: '#', otherUrl: '#' }}
        continueUrl={null}
      />
    </>
  )
}

function Script({ nonce, text }: { nonce: string | undefined; text: string }) {
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
}
