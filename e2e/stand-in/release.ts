/** Lets a test hold answers back, and then let go of all that were scripted so far. */
export class Release {
  #letGo = () => {}
  /** Settles at the next release. */
  next: Promise<void> = this.#begin()

  /** Lets go of every answer that was scripted before, those included whose call has not come yet. */
  now(): void {
    this.#letGo()
    this.next = this.#begin()
  }

  #begin(): Promise<void> {
    return new Promise((resolve) => (this.#letGo = resolve))
  }

  reset(): void {
    this.now()
  }
}
