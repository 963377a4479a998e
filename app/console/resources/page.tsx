import type { Metadata } from 'next'
import { Awaited } from '@/components/console/awaited'
import { ConsolePage } from '@/components/console/console-page'
import { EmptyState } from '@/components/console/empty-state'
import { Resources } from '@/components/console/resources'
import { WalletLookup } from '@/components/console/wallet-lookup'
import { requireOperator } from '@/lib/auth/user'
import { addressWith } from '@/lib/console/address'
import { readResourceQuery } from '@/lib/console/resource-query'
import { readService } from '@/lib/console/service'
import { listResourcesByWallet } from '@/lib/service'
import { consoleMessages } from '@/lib/messages/console'
import { resourceMessages } from '@/lib/messages/console-resources'

export const metadata: Metadata = { title: consoleMessages.pages.resources }

const { nothingAsked, what } = resourceMessages

/** The subnet's resources of the account behind a wallet address. */
export default async function ResourcesPage({ searchParams }: PageProps<'/console/resources'>) {
  const search = await searchParams
  await requireOperator(addressWith('/console/resources', search))
  const query = readResourceQuery(search)
  return (
    <ConsolePage title={consoleMessages.pages.resources} intro={consoleMessages.intros.resources}>
      <WalletLookup query={query} />
      {query.kind === 'nothing_asked' && (
        <EmptyState title={nothingAsked.title}>
          <p>{nothingAsked.text}</p>
        </EmptyState>
      )}
      {query.kind === 'asked' && (
        // With a key: the rows of one wallet must not stand below the address of another.
        <Awaited
          key={query.address}
          read={readService((access, options) => listResourcesByWallet(access, query.address, options))}
          what={what}
          path="/console/resources"
          search={search}
        >
          {(result) => <Resources address={query.address} search={search} result={result} />}
        </Awaited>
      )}
    </ConsolePage>
  )
}
