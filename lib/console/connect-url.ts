/** The rules for a registered connect URL ("Connect flow", step 2) that its text can show. */
const connectUrlRules = ['https', 'no_query', 'no_fragment'] as const
type ConnectUrlRule = (typeof connectUrlRules)[number]

/** Checks the URL to register at the service against each rule. */
export function checkConnectUrl(url: string): { rule: ConnectUrlRule; isMet: boolean }[] {
  const isMet: Record<ConnectUrlRule, boolean> = {
    https: new URL(url).protocol === 'https:',
    // Searches the text, because `URL` does not show an empty query or fragment.
    no_query: !url.includes('?'),
    no_fragment: !url.includes('#'),
  }
  return connectUrlRules.map((rule) => ({ rule, isMet: isMet[rule] }))
}
