'use client'

import styles from '@/app/globals.inline.css'

/**
 * Writes all styles into the page. A browser paints nothing before a style sheet, which would cost a round trip.
 * Browsers load an empty module instead (`next.config.mjs`).
 */
export function PageStyles({ nonce }: { nonce: string | undefined }) {
  return <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: styles }} />
}
