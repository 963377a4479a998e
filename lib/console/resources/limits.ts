/** The maximum length of an address to look up, far above any wallet address. */
export const maxAddressLength = 256
