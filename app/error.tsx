'use client'

import { useEffect } from 'react'
import { Failure } from '@/components/site/failure'

/** The page that users see if a page throws. It shows no details, because Next has already logged the error. */
export default function ErrorPage({ reset }: { reset: () => void }) {
  useEffect(() => void addStyles(), [])
  return <Failure retry={reset} />
}

/**
 * Adds the styles. If the page threw on the server, the browser renders it again, and `PageStyles` has no styles in a
 * browser. This import uses another path, because the build replaces the path of `PageStyles` in browsers.
 */
async function addStyles(): Promise<void> {
  if (document.querySelector('style')?.textContent !== '') return
  const { default: css } = await import('./globals.inline.css')
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
}
