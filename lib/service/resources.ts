import { z } from 'zod'
import { interpretResponse } from './interpret-response'
import { readRecord, type Listed } from './listed'
import { resource, type Resource } from './records'
import { read, type ReadOptions, type ServiceAccess } from './transport'

const operation = 'listResourcesByWallet'
// The interface limits neither the wallets of an account nor their resources. This is enough for about 50,000.
const maxResponseBytes = 16 * 1024 * 1024

const body = z.object({ status: z.literal('success'), resources: z.array(z.unknown()) })

/**
 * Reads the subnet's resources ("List resources by wallet") that belong to the account behind
 * a wallet address, whichever of the account's wallets owns them.
 *
 * @param walletAddress - any wallet of the account; the match is exact and case-sensitive.
 * @throws ServiceRefusedError of kind `wallet_not_found` where no account has it, ServiceError of each
 * other kind, the reason of `options.signal`; RangeError for an empty address, before anything is sent
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
