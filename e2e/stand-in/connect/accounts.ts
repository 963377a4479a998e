/** A person who has an account at the service. The stand-in has no login, so a test chooses the signed-in person. */
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
