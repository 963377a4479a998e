import { doraAccount } from '../wallet/keys'

/** An address that any service would take: base58 text of 32 bytes. */
export const walletAddress = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'

/** Who can log in at the OpenID provider, by what they type there. */
export const accounts = {
  /** Her operator keeps her wallet's address. */
  ada: { sub: 'user-1', name: 'Ada Lovelace', email: 'ada@example.com', wallet: walletAddress },
  /** Keeps his wallet's address to himself. */
  bob: { sub: 'user-2', name: 'Bob' },
  /** What her operator keeps is no address. */
  carol: { sub: 'user-3', name: 'Carol', wallet: 'not-an-address' },
  /** Her operator keeps her wallet's address, and she has the wallet with her. */
  dora: { sub: 'user-4', name: 'Dora', wallet: doraAccount.address },
  /** May open the console, by her role. */
  edith: { sub: 'user-5', name: 'Edith', roles: ['staff', 'subnet-operator'] },
}

/** At the providers of an app whose staff have one of their own: an operator by each mark, and a person without a mark. */
export const operatorAccounts = {
  byRole: { sub: 'staff-1', name: 'Rosa', roles: ['subnet-operator'] },
  byId: { sub: 'staff-2', name: 'Ida' },
  byAddress: { sub: 'staff-3', name: 'Adele', email: 'adele@example.com', email_verified: true },
  noOperator: { sub: 'user-1', name: 'Nora' },
}

/** The operator, by the name given to the demo login. */
export const operatorName = 'Olga'

/** Who may open the console and only look, in the same way. */
export const viewerName = 'Vera'
