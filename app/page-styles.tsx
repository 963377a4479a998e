'use client'

import styles from '@/app/globals.inline.css'

/**
 * The styles of all pages, in the page: on a slow line a style sheet of its own would come a round trip later, and nothing
 * is painted before it. Browsers load no module with them, but an empty one in its place (`next.config.mjs`): the server
 * has written them.
 */
export function PageStyles({ nonce }: { nonce: string | undefined }) {
  return <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: styles }} />
}
