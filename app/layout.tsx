import type { Metadata, Viewport } from 'next'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { SiteHeader } from '@/components/site-header'
import { brand } from '@/lib/brand'
import './globals.css'

export const metadata: Metadata = {
  title: { default: brand.name, template: `%s · ${brand.name}` },
  // A connect link is nobody's search result.
  robots: { index: false, follow: false },
}

export const viewport: Viewport = { colorScheme: 'light dark' }

export default async function RootLayout({ children }: { children: ReactNode }) {
  // The policy's nonce is new in every answer, so no page may be rendered at build time.
  await connection()
  return (
    <html lang={brand.language}>
      <body>
        <SiteHeader />
        {children}
      </body>
    </html>
  )
}
