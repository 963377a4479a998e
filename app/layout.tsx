import type { Metadata, Viewport } from 'next'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { SiteHeader } from '@/components/site-header'
import { brand } from '@/lib/brand'
import './globals.css'

export const metadata: Metadata = {
  title: { default: brand.name, template: `%s · ${brand.name}` },
  // No page is meant for search engines, and a connect link must not be indexed.
  robots: { index: false, follow: false },
}

export const viewport: Viewport = { colorScheme: 'light dark' }

export default async function RootLayout({ children }: { children: ReactNode }) {
  // The nonce of the Content-Security-Policy is new in every response, so no page may be prerendered at build time.
  await connection()
  return (
    // A script adds what it finds before the page is painted: see components/wallet/early-wallets.tsx.
    <html lang={brand.language} suppressHydrationWarning>
      <body>
        <SiteHeader />
        {children}
      </body>
    </html>
  )
}
