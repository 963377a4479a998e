import { z } from 'zod'
import type { CallOptions } from './deadline'
import { judge } from './judge'
import { resource, type Resource } from './records'
import { read, type ServiceAccess } from './transport'

const operation = 'listResourcesByWallet'
// The interface bounds neither the wallets of an account nor their resources: this is some 50,000.
const answerLimitBytes = 16 * 1024 * 1024

const body = z.object({ status: z.literal('success'), resources: z.array(resource) })

/**
 * "List resources by wallet" ("Endpoints", 6): the subnet's resources that belong to the account behind
 * a wallet address, whichever of the account's wallets owns them.
 *
 * @param walletAddress - any wallet of the account; matched exactly, upper and lower case apart.
 * @throws ServiceRefusedError with row `wallet_not_found` where no account has it, ServiceError of each
 * other kind, the reason of `options.signal`; RangeError for an empty address, before anything is sent
 */
export async function listResourcesByWallet(
  access: ServiceAccess,
  walletAddress: string,
  options: CallOptions = {},
): Promise<Resource[]> {
  if (walletAddress === '') throw new RangeError('walletAddress must not be empty.')
  const query = { [access.names.address]: walletAddress }
  return read(access, { operation, path: 'resources/by-wallet', query }, judgeResources, options)
}

/** Judges an answer to "List resources by wallet". */
export async function judgeResources(response: Response): Promise<Resource[]> {
  return (await judge(response, { operation, schema: body, answerLimitBytes })).resources
}
