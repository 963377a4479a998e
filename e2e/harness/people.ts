import { doraAccount } from '../wallet/keys'

/** A valid wallet address: 32 bytes in base58. */
export const walletAddress = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'

/** The accounts at the OpenID provider, by the name to type there. */
export const accounts = {
  /** The operator knows her wallet's address. */
  ada: { sub: 'user-1', name: 'Ada Lovelace', email: 'ada@example.com', wallet: walletAddress },
  /** The operator does not know his wallet's address. */
  bob: { sub: 'user-2', name: 'Bob' },
  /** The operator has an invalid address for her. */
  carol: { sub: 'user-3', name: 'Carol', wallet: 'not-an-address' },
  /** The operator knows her wallet's address, and she has the wallet in her browser. */
  dora: { sub: 'user-4', name: 'Dora', wallet: doraAccount.address },
  /** Her role allows her to open the console. */
  edith: { sub: 'user-5', name: 'Edith', roles: ['staff', 'subnet-operator'] },
}

/** The operator's name in the demo login. */
export const operatorName = 'Olga'

/** The viewer's name in the demo login. */
export const viewerName = 'Vera'
