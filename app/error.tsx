'use client'

import { useEffect } from 'react'
import { Failure } from '@/components/site/failure'

/** If a page throws. Next has already logged the error. */
export default function ErrorPage({ reset }: { reset: () => void }) {
  useEffect(() => void addStyles(), [])
  return <Failure retry={reset} />
}

/**
 * If the page threw on the server, the browser renders it again, where `PageStyles` has no styles. This path is another
 * one, because the build replaces that of `PageStyles` in browsers.
 */
async function addStyles(): Promise<void> {
  if (document.querySelector('style')?.textContent !== '') return
  const { default: css } = await import('./globals.inline.css')
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
}
