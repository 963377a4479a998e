/** The people who can be signed in at the service. The stand-in has no login, so a test chooses one. */
export interface Account {
  id: 'alice' | 'bob'
  name: string
}

export const accounts: readonly [Account, Account] = [
  { id: 'alice', name: 'Alice' },
  { id: 'bob', name: 'Bob' },
]

export function findAccount(id: string | undefined): Account | undefined {
  return accounts.find((account) => account.id === id)
}
