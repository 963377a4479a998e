import type { Metadata, Viewport } from 'next'
import { headers } from 'next/headers'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { LanguageSwitch } from '@/components/site/language-switch'
import { SiteHeader } from '@/components/site/header'
import { TextsProvider } from '@/components/texts'
import { config } from '@/lib/config'
import { directionOf } from '@/lib/messages/language'
import { requestBrand, requestLanguage, requestTexts, textsForBrowser } from '@/lib/skin/texts'
import { policyNonce } from '@/lib/request/security-headers'
import { iconUrl, logo, ownTheme, skin, skinUrl, viewportColors } from '@/lib/skin'
import { PageStyles } from './page-styles'

export async function generateMetadata(): Promise<Metadata> {
  await connection()
  const { name } = await requestBrand()
  const icon = iconUrl()
  const touchIcon = skinUrl('apple-touch-icon.png')
  const preview = skinUrl('preview.png')
  return {
    applicationName: name,
    // Programs that show a preview of a link need the whole address of its picture.
    metadataBase: new URL(config().app.origin),
    title: { default: name, template: `%s · ${name}` },
    // No page is meant for search engines, and a connect link must not be indexed.
    robots: { index: false, follow: false },
    icons: { ...(icon && { icon }), ...(touchIcon && { apple: touchIcon }) },
    openGraph: { siteName: name, title: name, type: 'website', ...(preview && { images: preview }) },
  }
}

export function generateViewport(): Viewport {
  return viewportColors()
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  // The nonce of the Content-Security-Policy is new in every response, so no page may be prerendered at build time.
  await connection()
  const language = await requestLanguage()
  const nonce = policyNonce(await headers())
  const theme = ownTheme()
  return (
    // A script adds what it finds before the page is painted: see components/wallet/early-wallets.tsx.
    <html lang={language} dir={directionOf(language)} suppressHydrationWarning>
      <head>
        <PageStyles nonce={nonce} />
        {theme !== null && <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: theme }} />}
      </head>
      <body>
        <SiteHeader name={(await requestBrand()).name} logoUrl={logo()?.url ?? null} />
        {/* What the error page says, which has no server to ask. */}
        <TextsProvider {...textsForBrowser(language, 'failure')}>{children}</TextsProvider>
        <LanguageSwitch
          label={(await requestTexts()).plain('language.label')}
          current={language}
          offered={skin().languages}
        />
      </body>
    </html>
  )
}
