/** The wallet that is connected to the page. */
export interface ChosenWallet {
  name: string
  address: string
  /** What it has signed, and for which request: a newer link needs a new signature. */
  proof: { requestId: string; signature: string } | null
}

/** The signature that goes with the form, or an empty text where there is none for the request it shows. */
export function signatureFor(chosen: ChosenWallet | null, requestId: string | null): string {
  return chosen?.proof && chosen.proof.requestId === requestId ? chosen.proof.signature : ''
}
