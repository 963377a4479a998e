/** What the interface asks of a registered connect URL ("Connect flow", step 2), as far as its text shows it. */
export const connectUrlRules = ['https', 'no_query', 'no_fragment'] as const
export type ConnectUrlRule = (typeof connectUrlRules)[number]

/** Checks the address to be registered at the service against each rule. */
export function checkConnectUrl(address: string): { rule: ConnectUrlRule; isMet: boolean }[] {
  const isMet: Record<ConnectUrlRule, boolean> = {
    https: new URL(address).protocol === 'https:',
    // In the text itself: an empty query or fragment, which a URL's properties do not show, is one too.
    no_query: !address.includes('?'),
    no_fragment: !address.includes('#'),
  }
  return connectUrlRules.map((rule) => ({ rule, isMet: isMet[rule] }))
}
