'use client'

import { useEffect } from 'react'
import { Failure } from '@/components/site/failure'

/** Shown if a page throws. Next has already logged the error on the server, and users see no details. */
export default function ErrorPage({ reset }: { reset: () => void }) {
  useEffect(() => void addStyles(), [])
  return <Failure retry={reset} />
}

/**
 * The browser renders the page again if it threw on the server, and `PageStyles` has no styles there. This import uses
 * another path, because the build replaces the path of `PageStyles` in browsers.
 */
async function addStyles(): Promise<void> {
  if (document.querySelector('style')?.textContent !== '') return
  const { default: css } = await import('./globals.inline.css')
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
}
