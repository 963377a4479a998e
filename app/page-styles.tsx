'use client'

import styles from '@/app/globals.inline.css'

/**
 * Writes the styles of all pages into the page. A separate style sheet would need another round trip, and a browser
 * paints nothing before it. Browsers load an empty module instead of the styles (`next.config.mjs`), because the server
 * has already written them.
 */
export function PageStyles({ nonce }: { nonce: string | undefined }) {
  return <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: styles }} />
}
