/** Lets a test hold answers back, and then release all scripted answers so far. */
export class Release {
  #letGo = () => {}
  /** Settles at the next release. */
  next: Promise<void> = this.#begin()

  /** Releases every scripted answer, including answers to calls that have not arrived yet. */
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
