'use client'

import { useEffect } from 'react'
import { Failure } from '@/components/site/failure'

/** Shown if a page throws. Next has already logged the error on the server; users see no details. */
export default function ErrorPage({ reset }: { reset: () => void }) {
  useEffect(() => void addStyles(), [])
  return <Failure retry={reset} />
}

/**
 * A page that threw on the server is rendered by the browser alone, and `PageStyles` has no styles there. They are
 * loaded by another path than its own, which the build replaces.
 */
async function addStyles(): Promise<void> {
  if (document.querySelector('style')?.textContent !== '') return
  const { default: css } = await import('./globals.inline.css')
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
}
