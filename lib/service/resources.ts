import { z } from 'zod'
import { interpretResponse } from './interpret-response'
import { readRecord, type Listed } from './listed'
import { resource, type Resource } from './records'
import { read, type ReadOptions, type ServiceAccess } from './transport'

const operation = 'listResourcesByWallet'
// The interface limits neither the wallets of an account nor their resources. This size allows about 50,000 resources.
const maxResponseBytes = 16 * 1024 * 1024

const body = z.object({ status: z.literal('success'), resources: z.array(z.unknown()) })

/**
 * Reads the subnet's resources of the account behind a wallet address ("List resources by wallet"). The result covers
 * all wallets of the account.
 *
 * @param walletAddress - any wallet of the account; the match is exact and case-sensitive.
 * @throws ServiceRefusedError with the kind `wallet_not_found` if no account has the wallet; any other ServiceError;
 *   the reason of `options.signal`; RangeError before the request for an empty address
 */
export async function listResourcesByWallet(
  access: ServiceAccess,
  walletAddress: string,
  options: ReadOptions = {},
): Promise<Listed<Resource>[]> {
  if (walletAddress === '') throw new RangeError('walletAddress must not be empty.')
  const query = { [access.names.address]: walletAddress }
  return read(access, { operation, path: 'resources/by-wallet', query }, interpretResources, options)
}

/** Interprets a response to "List resources by wallet". */
export async function interpretResources(response: Response): Promise<Listed<Resource>[]> {
  const { resources } = await interpretResponse(response, { operation, schema: body, maxResponseBytes })
  return resources.map((record) => readRecord(resource, record))
}
