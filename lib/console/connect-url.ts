/** Checks the URL to register at the service against each rule ("Connect flow", step 2) that its text can show. */
export function checkConnectUrl(url: string) {
  return [
    { rule: 'https', isMet: new URL(url).protocol === 'https:' },
    // Searches the text, because `URL` does not show an empty query or fragment.
    { rule: 'no_query', isMet: !url.includes('?') },
    { rule: 'no_fragment', isMet: !url.includes('#') },
  ] as const
}
