import { z } from 'zod'
import { mapData, type Result } from './errors'
import { listOf, resource, type Records, type Resource } from './records'
import { read, type ReadOptions, type ServiceAccess } from './transport'

// The interface limits neither the wallets of an account nor their resources. This size allows about 50,000 resources.
const maxResponseBytes = 16 * 1024 * 1024

const schema = z.object({ status: z.literal('success'), resources: listOf(resource) })

/**
 * Reads the subnet's resources of the account behind a wallet address ("List resources by wallet"). The result covers
 * all wallets of the account.
 *
 * @param walletAddress - any wallet of the account; the match is exact and case-sensitive.
 * @returns a refusal of the kind `wallet_not_found` if no account has the wallet
 */
export async function listResourcesByWallet(
  access: ServiceAccess,
  walletAddress: string,
  options: ReadOptions = {},
): Promise<Result<Records<Resource>>> {
  const query = { [access.names.address]: walletAddress }
  const request = { operation: 'listResourcesByWallet', path: 'resources/by-wallet', query } as const
  const result = await read(access, { ...request, schema, maxResponseBytes }, options)
  return mapData(result, ({ resources }) => resources)
}
