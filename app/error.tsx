'use client'

import { useEffect } from 'react'
import { Failure } from '@/components/site/failure'

/** The page if another page throws. Next has already logged the error. */
export default function ErrorPage({ reset }: { reset: () => void }) {
  useEffect(() => void addStyles(), [])
  return <Failure retry={reset} />
}

/**
 * If a page threw on the server, the browser renders it again, and `PageStyles` has no styles there. The build replaces
 * the path that `PageStyles` imports, so this path is another one.
 */
async function addStyles(): Promise<void> {
  if (document.querySelector('style')?.textContent !== '') return
  const { default: css } = await import('./globals.inline.css')
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
}
