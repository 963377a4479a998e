import type { Metadata, Viewport } from 'next'
import { headers } from 'next/headers'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { Account, SiteFooter, SiteHeader } from '@/components/site/frame'
import { exampleUser } from '@/components/preview/examples'
import { FailureLead } from '@/components/site/failure'
import { Marks } from '@/components/site/marks'
import { TextsProvider } from '@/components/texts'
import { Announcer } from '@/components/ui/announcer'
import { formAction } from '@/components/ui/form-action'
import { consoleUser, currentUser, mayOpenConsole } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { supportCode } from '@/lib/connect/hold-cookie'
import { consoleHeader } from '@/lib/request/paths'
import { consoleView } from '@/lib/console/view'
import { directionOf } from '@/lib/messages/language'
import {
  consoleLanguage,
  consoleTexts,
  requestBrand,
  requestLanguage,
  requestTexts,
  textsForBrowser,
} from '@/lib/skin/texts'
import { pageHeader } from '@/lib/request/choose-language'
import { policyNonce } from '@/lib/request/security-headers'
import { brand, iconUrl, logo, skinTheme, skinUrl, viewportColors } from '@/lib/skin'
import { PageStyles } from './page-styles'
import { signOut } from './signin/actions'

export async function generateMetadata(): Promise<Metadata> {
  await connection()
  const { name } = await requestBrand()
  const icon = iconUrl()
  const touchIcon = skinUrl('apple-touch-icon.png')
  const preview = skinUrl('preview.png')
  return {
    applicationName: name,
    // Link previews need the absolute URL of the picture.
    metadataBase: new URL(config().app.origin),
    title: { default: name, template: `%s · ${name}` },
    // No page is for search engines, and a connect link must not be indexed.
    robots: { index: false, follow: false },
    icons: { ...(icon && { icon }), ...(touchIcon && { apple: touchIcon }) },
    openGraph: { siteName: name, title: name, type: 'website', ...(preview && { images: preview }) },
  }
}

export function generateViewport(): Viewport {
  return viewportColors()
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Each response has a new nonce in its policy, so no page may be prerendered.
  await connection()
  const isInConsole = await isConsolePage()
  const language = isInConsole ? consoleLanguage : await requestLanguage()
  const nonce = policyNonce(await headers())
  const theme = skinTheme()
  const view = isInConsole ? await consoleView() : {}
  return (
    // `early-wallets.tsx` changes this element before the page is painted.
    <html lang={language} dir={directionOf(language)} suppressHydrationWarning>
      <head>
        <PageStyles nonce={nonce} />
        {theme !== null && <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: theme }} />}
      </head>
      <body
        {...(isInConsole && {
          'data-area': 'console',
          'data-scheme': view.scheme,
          'data-rail': view.rail,
        })}
      >
        {isInConsole && (
          <a href="#content" className="skip-link">
            {consoleTexts()('layout.skip.content')}
          </a>
        )}
        {isInConsole ? <ConsoleHeader /> : <Header />}
        {/* The texts of the error page, which cannot request them from the server. */}
        <TextsProvider {...textsForBrowser(language, 'failure')}>
          <FailureLead value={isInConsole ? null : <Marks tone="ended" />}>{children}</FailureLead>
        </TextsProvider>
        {!isInConsole && <Footer />}
        <Announcer />
      </body>
    </html>
  )
}

/** Not the page that other visitors get at the same URL. */
async function isConsolePage(): Promise<boolean> {
  if ((await headers()).get(consoleHeader) !== 'true') return false
  const user = await consoleUser()
  return user !== null && mayOpenConsole(user)
}

async function Header() {
  const { name, links } = await requestBrand()
  const requestHeaders = await headers()
  // The preview shows what users see.
  const isPreview = requestHeaders.get(consoleHeader) === 'frame'
  const user = isPreview ? null : await consoleUser()
  const page = requestHeaders.get(pageHeader) ?? '/'
  const hasAccount = isPreview ? !/state=(site|signIn)/.test(page) : page.startsWith('/connect/')
  const userName = hasAccount ? (isPreview ? exampleUser : (await currentUser())?.name) : undefined
  const consoleLink = { label: consoleTexts()('layout.siteLink'), url: '/console' }
  return (
    <SiteHeader
      name={name}
      logo={logo()}
      links={user && mayOpenConsole(user) ? [...links.header, consoleLink] : links.header}
      account={
        userName !== undefined && <Account t={await requestTexts()} name={userName} signOut={formAction(signOut)} />
      }
    />
  )
}

/** The logo shows the site's name, so a console with a separate name has no logo. */
function ConsoleHeader() {
  const { name, consoleName } = brand(consoleLanguage)
  const siteLogo = consoleName === name ? logo() : null
  return <SiteHeader name={consoleName} iconUrl={iconUrl()} logo={siteLogo} links={[]} homeUrl="/console" />
}

async function Footer() {
  const code = await supportCode(async () => (await currentUser())?.id)
  return <SiteFooter code={code} page={(await headers()).get(pageHeader) ?? '/'} />
}
