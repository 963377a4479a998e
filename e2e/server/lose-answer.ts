import type { App } from '../harness/app'
import type { PlainBrowser } from '../harness/plain-browser'
import { expect } from '../fixtures'
import { typeAndConnect } from '../steps'
import type { StandInControl } from '../stand-in/control/client'

/** Presses Connect at an instance, and kills it between the confirm and its answer. */
export async function loseAnswer(user: PlainBrowser, dying: App, control: StandInControl): Promise<void> {
  await control.script('confirm', { after: 'handle', waitsForRelease: true, status: 503 })
  const lost = typeAndConnect(user)
  lost.catch(() => {})
  await expect.poll(async () => (await control.received('confirm')).length).toBe(1)
  expect(await dying.close('SIGKILL')).toBeNull()
  await expect(lost).rejects.toThrow()
  await control.release()
}
