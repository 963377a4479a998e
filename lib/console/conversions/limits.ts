/** The longest text that is searched for: no identifier and no wallet address comes near it. */
export const maxSearchLength = 200
