/** The longest address that is looked up: no wallet address comes near it. */
export const maxAddressLength = 256
