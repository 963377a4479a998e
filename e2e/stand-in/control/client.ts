import type { Actions } from './server'

/** The functions of `server.ts`, each as a request to the stand-in. */
export type StandInControl = {
  [Name in keyof Actions]: (...args: Parameters<Actions[Name]>) => Promise<Awaited<ReturnType<Actions[Name]>>>
}

/** Makes a typed client, with which a test controls a running stand-in. */
export function standInControl(controlUrl: string): StandInControl {
  const call = async (name: string, args: unknown[]): Promise<unknown> => {
    const response = await fetch(`${controlUrl}/${name}`, { method: 'POST', body: JSON.stringify(args) })
    if (!response.ok) throw new Error(`${name}: ${await response.text()}`)
    return response.json()
  }
  return new Proxy({} as StandInControl, {
    // A promise would take an object with `then` for another promise.
    get: (_, name) => (name === 'then' ? undefined : (...args: unknown[]) => call(String(name), args)),
  })
}
