import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import HomePage from '@/app/page'
import { ConnectPage } from '@/components/connect/connect-page'
import { connectBrowserTexts } from '@/components/connect/page-texts'
import { Marks } from '@/components/site/marks'
import { FailureExample, WalletExample } from '@/components/preview/browser-examples'
import { exampleCode, examples, exampleUser, type Example } from '@/components/preview/examples'
import { SignedIn, SignIn } from '@/components/signin/sign-in'
import { TextsProvider } from '@/components/texts'
import { formAction } from '@/components/ui/form-action'
import { consoleUser, mayOpenConsole, requireViewer } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { requestBrand, requestLanguage, requestTexts, textsForBrowser } from '@/lib/skin/texts'
import { policyNonce } from '@/lib/request/security-headers'
import { supportUrlWith } from '@/lib/skin/brand'
import { walletApps } from '@/lib/wallets'
import type { PhoneBrowser } from '@/lib/wallets/browsers'
import { doNothing } from './actions'

/** An embedded example must not take the focus, because the browser would scroll the outer page to it. */
const inertIfEmbedded = `if(window!==parent)document.documentElement.inert=true`

const examplePhone: PhoneBrowser = { system: 'Android', hasMobileAdapter: true, isInApp: false, better: null }

/** A wallet that never answers, registered by the Wallet Standard. */
const exampleWallet = `(()=>{const wallet={version:"1.0.0",name:"Example Wallet",accounts:[],chains:["solana:mainnet"],
icon:"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%23777'/%3E%3C/svg%3E",
features:{"standard:connect":{connect(){return new Promise(()=>{})}},"standard:events":{on(){}},"solana:signTransaction":{}}}
addEventListener("wallet-standard:app-ready",({detail})=>detail.register(wallet))})()`

export async function generateMetadata(): Promise<Metadata> {
  const t = await requestTexts()
  // For others, this page does not exist.
  return { title: t.plain(mayOpenConsole(await consoleUser()) ? 'confirm.title' : 'notFound.title') }
}

export default async function PreviewFrame(props: PageProps<'/console/preview/frame'>) {
  await requireViewer('/console/preview')
  const { state, scheme } = await props.searchParams
  const now = Date.now()
  const example = typeof state === 'string' ? examples(now).get(state) : undefined
  if (!example || example.kind === 'document') notFound()
  const texts =
    example.kind === 'connect'
      ? connectBrowserTexts(example.state)
      : (['confirm', 'wallet', 'refused.tryAgain'] as const)
  const nonce = policyNonce(await headers())
  return (
    <>
      {(scheme === 'light' || scheme === 'dark') && (
        // Overrides the skin's color scheme.
        <style
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: `:root:root { color-scheme: ${scheme} }` }}
        />
      )}
      <TextsProvider {...textsForBrowser(await requestLanguage(), ...texts)}>
        <Script nonce={nonce} text={inertIfEmbedded} />
        <ExamplePage example={example} now={now} nonce={nonce} />
      </TextsProvider>
    </>
  )
}

interface ExampleProps {
  example: Exclude<Example, { kind: 'document' }>
  /** Milliseconds since the epoch. */
  now: number
  nonce: string | undefined
}

async function ExamplePage({ example, now, nonce }: ExampleProps) {
  const t = await requestTexts()
  const brand = await requestBrand()
  const action = formAction(doNothing)
  const supportUrl = supportUrlWith(brand, exampleCode)
  const { profileUrl } = config().service
  switch (example.kind) {
    case 'home':
      return <HomePage />
    case 'failure':
      return <FailureExample />
    case 'sign_in':
      return (
        <SignIn
          t={t}
          purpose="connect"
          whoAsks={<Marks />}
          benefit={brand.benefit}
          action={action}
          provider={brand.name}
          hasProvider={example.login !== 'demo'}
          siteLink={null}
          isDemo={example.login !== 'oidc'}
          callbackUrl="/"
          failure={example.failure ?? null}
          supportUrl={supportUrl}
          isSignedOut={example.isSignedOut === true}
          signOutUrl="/"
          refusedName={example.isNameRefused ? 'x'.repeat(90) : null}
        />
      )
    case 'signed_in':
      return <SignedIn t={t} name={exampleUser} nextPath="/" signOut={action} />
    case 'wallet':
      return <WalletExample screen={example.screen} lead={<Marks />} />
    case 'connect': {
      const { state, show } = example
      const apps = show === 'wallet_apps' ? walletApps(brand.wallets) : []
      return (
        <>
          {show === 'wallet_in_browser' && <Script nonce={nonce} text={exampleWallet} />}
          <ConnectPage
            t={t}
            state={state}
            now={now}
            profileUrl={profileUrl}
            supportUrl={supportUrl}
            code={exampleCode}
            actions={{
              confirm: action,
              choose: action,
              cancel: action,
              startAgain: action,
              undo: action,
              changeWallet: action,
            }}
            brand={brand}
            plainIdentifier={show === 'plain_id' ? 'ada-lovelace-1815' : null}
            apps={apps.map(({ id, name }) => ({ id, name, connect: { url: '#', otherUrl: null } }))}
            phone={show === 'wallet_apps' ? examplePhone : undefined}
            hasPhoneCode={apps.length === 0}
            sign={{ url: '#', otherUrl: '#' }}
            continueUrl={null}
            nonce={nonce}
          />
        </>
      )
    }
  }
}

function Script({ nonce, text }: { nonce: string | undefined; text: string }) {
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
}
