/** An API key with its subnet, and whether its creator is still an admin. */
interface ApiKey {
  value: string
  subnetId: string
  creatorIsAdmin: boolean
}

/** The keys that the service has issued ("Authentication"). */
export class ApiKeys {
  readonly #keys = new Map<string, ApiKey>()

  constructor(issued: readonly Omit<ApiKey, 'creatorIsAdmin'>[]) {
    for (const key of issued) this.#keys.set(key.value, { ...key, creatorIsAdmin: true })
  }

  find(value: string): ApiKey | undefined {
    return this.#keys.get(value)
  }

  /** Sets whether the creators of a subnet's keys are admins. */
  setAdmin(subnetId: string, isAdmin: boolean): void {
    for (const key of this.#keys.values()) {
      if (key.subnetId === subnetId) key.creatorIsAdmin = isAdmin
    }
  }

  reset(): void {
    for (const key of this.#keys.values()) key.creatorIsAdmin = true
  }
}
